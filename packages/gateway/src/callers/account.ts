import type { Account } from '@concord/engine';
import type { Rights } from './rights.js';
import { Sight } from './sight.js';

/** A caller that is known, with what it may do. */
export class CallerAccount implements Account {
  readonly id: string;
  readonly name: string;
  readonly rights: Rights;
  readonly sight: Sight;
  #reading: CallerAccount | undefined;

  constructor(id: string, name: string, rights: Rights) {
    this.id = id;
    this.name = name;
    this.rights = rights;
    this.sight = Sight.of(rights);
  }

  /** The same, with the right to read alone. */
  reading(): CallerAccount {
    if (this.rights.readOnly) return this;
    this.#reading ??= new CallerAccount(this.id, this.name, { ...this.rights, readOnly: true });
    return this.#reading;
  }
}

/** The rights of an account; all where nobody was asked who calls. */
export function rightsOf(account: Account | undefined): Rights | undefined {
  return account instanceof CallerAccount ? account.rights : undefined;
}
