import type { Mount } from './catalog.js';
import { fits, prefixOf, type View } from './view.js';

/** Where a resource is: its Source, and the URI it has there. */
export interface ResourceAddress {
  readonly mount: Mount;
  readonly uri: string;
}

/**
 * The Source to ask for a published URI: the one that lists it, the one whose name stands before it, one whose template fits it, or one
 * that would try. The name of a Source may stand before every URI it has, also where nobody else has it.
 */
export function addressIn(view: View, uri: string): ResourceAddress | undefined {
  const { mounts, isPrefixed, readable } = view;
  const listed = view.resources.get(uri);
  if (listed) return { mount: listed.mount, uri: listed.ownName };
  if (isPrefixed) {
    const named = mounts.findIndex(mount => readable.has(mount) && uri.startsWith(prefixOf(mount)));
    if (named !== -1) {
      const mount = mounts[named]!;
      const own = uri.slice(prefixOf(mount).length);
      const { resources, resourceTemplates } = view.snapshots[named]!;
      const has =
        resources.some(each => each.uri === own) || resourceTemplates.some(each => fits(own, each.uriTemplate));
      if (has || mount.source.reads?.(own)) return { mount, uri: own };
    }
  }
  for (const [uriTemplate, { mount }] of view.templates) if (fits(uri, uriTemplate)) return { mount, uri };
  const willing = mounts.find(mount => readable.has(mount) && mount.source.reads?.(uri));
  return willing && { mount: willing, uri };
}
