import type { Catalog } from '../catalog/catalog.js';
import { NameCollision } from '../catalog/view.js';
import { RefusedToStart } from '../settings/refused-to-start.js';

/** Resolves when the Sources turn out to want the same name, with the refusal to start; otherwise never. */
export function collisionIn(catalog: Catalog): Promise<RefusedToStart> {
  return new Promise(resolve => {
    catalog.opened().catch(error => {
      if (error instanceof NameCollision) resolve(new RefusedToStart(error.message));
    });
  });
}
