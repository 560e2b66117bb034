import { isJsonObject } from '@concord/contract';
import { Deadline } from '../connection/deadline.js';
import type { Link } from './link.js';

/** Asks a server of the modern era to tell of changed lists, as the earlier ones do unasked. */
export function subscribe(link: Link): void {
  const { era, capabilities } = link.facts;
  if (era !== 'modern') return;
  const changing = ['tools', 'resources', 'prompts'].filter(name => {
    const capability = capabilities[name];
    return isJsonObject(capability) && capability.listChanged === true;
  });
  if (changing.length === 0) return;
  const notifications = Object.fromEntries(changing.map(name => [`${name}ListChanged`, true]));
  // It is answered when the server ends the subscription; one that refuses it will not tell, and works otherwise.
  const deadline = new Deadline(undefined, undefined);
  link.request('subscriptions/listen', { notifications }, { deadline }).catch(() => {});
}
