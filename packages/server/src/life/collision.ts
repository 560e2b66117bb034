import type { Surface } from '../dispatch/surface.js';
import { NameCollision } from '../dispatch/view.js';
import { RefusedToStart } from './refusal.js';

/** Resolves when the Sources turn out to want the same name, with the refusal to start; otherwise never. */
export function collisionIn(surface: Surface): Promise<RefusedToStart> {
  return new Promise(resolve => {
    surface.opened().catch(error => {
      if (error instanceof NameCollision) resolve(new RefusedToStart(error.message));
    });
  });
}
