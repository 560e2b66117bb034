import type { Catalog } from '../catalog/catalog.js';
import { NameCollision } from '../catalog/view.js';
import { RefusedToStart } from '../settings/refused-to-start.js';

/** Resolves with the refusal to start when two Sources give items of the same name; otherwise never. */
export function collisionIn(catalog: Catalog): Promise<RefusedToStart> {
  return new Promise(resolve => {
    catalog.opened().catch(error => {
      if (error instanceof NameCollision) resolve(new RefusedToStart(error.message));
    });
  });
}
