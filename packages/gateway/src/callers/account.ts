import type { Account } from '@concord/engine';
import type { Rights } from './rights.js';
import { Sight } from './sight.js';

/** A caller that is known, with what it may do. */
export class CallerAccount implements Account {
  readonly id: string;
  readonly name: string;
  readonly rights: Rights;
  readonly sight: Sight;

  constructor(id: string, name: string, rights: Rights) {
    this.id = id;
    this.name = name;
    this.rights = rights;
    this.sight = Sight.of(rights);
  }
}

/** The rights of an account; all where nobody was asked who calls. */
export function rightsOf(account: Account | undefined): Rights | undefined {
  return account instanceof CallerAccount ? account.rights : undefined;
}
