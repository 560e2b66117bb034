const mostStatements = 200;

/** Statements that were compiled before; those not used for longest are closed. */
export class StatementCache<Statement> {
  readonly #statements = new Map<string, Statement>();
  readonly #prepare: (sql: string) => Statement;
  readonly #close: (statement: Statement) => void;

  constructor(prepare: (sql: string) => Statement, close: (statement: Statement) => void) {
    this.#prepare = prepare;
    this.#close = close;
  }

  get(sql: string): Statement {
    const found = this.#statements.get(sql);
    this.#statements.delete(sql);
    const statement = found ?? this.#prepare(sql);
    this.#statements.set(sql, statement);
    if (this.#statements.size > mostStatements) {
      const [oldest] = this.#statements.entries();
      this.#statements.delete(oldest![0]);
      this.#close(oldest![1]);
    }
    return statement;
  }

  /** Closes a statement that failed: it could not be used again. */
  discard(sql: string): void {
    const found = this.#statements.get(sql);
    this.#statements.delete(sql);
    if (found !== undefined) this.#close(found);
  }

  closeAll(): void {
    for (const statement of this.#statements.values()) this.#close(statement);
    this.#statements.clear();
  }
}
