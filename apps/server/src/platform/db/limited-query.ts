import pg from 'pg'

/** What the driver's queries are made of; its types name only `submit`. */
interface DriverQuery extends pg.Submittable {
  /** An error is one of the query's own making: nothing was sent. */
  submit(connection: pg.Connection): Error | null
  text: string
  callback: ((error: Error | undefined, result: unknown) => void) | undefined
  requiresPreparation(): boolean
  prepare(connection: DriverConnection): void
  handleDataRow(message: unknown): void
  handleCommandComplete(message: unknown, connection: DriverConnection): void
}

interface DriverConnection {
  parse(statement: { text: string }): void
  bind(portal: object): void
  execute(portal: object): void
}

const DriverQuery = pg.Query as unknown as new (...args: unknown[]) => DriverQuery

const BEGIN = /^\s*(begin|start\s+transaction)\b/i

/**
 * A query with a time limit of its own transaction, for connections whose session belongs to a pooler and is another one
 * for the next transaction. The limit travels with the query, so it costs no round trip: in front of a single statement,
 * which forms one transaction with it, or behind a `begin`. Within a transaction there is one already.
 */
export class LimitedQuery extends DriverQuery {
  #limit: 'in front' | 'behind' | 'there' = 'there'
  #completed = 0

  constructor(
    private readonly client: Pick<pg.Client, 'getTransactionStatus'>,
    private readonly statementMs: number,
    args: unknown[],
  ) {
    super(...args)
  }

  override submit(connection: pg.Connection): Error | null {
    if (this.client.getTransactionStatus() === 'I')
      this.#limit = BEGIN.test(this.text) ? 'behind' : 'in front'
    // As one message of two statements: a transaction's settings are made before its first query.
    if (this.#limit === 'behind') this.text += `; set local statement_timeout = ${this.statementMs}`
    return super.submit(connection)
  }

  override requiresPreparation(): boolean {
    return this.#limit === 'in front' || super.requiresPreparation()
  }

  /** What is sent before the driver's `sync` is one transaction. */
  override prepare(connection: DriverConnection): void {
    if (this.#limit === 'in front') {
      connection.parse({ text: `select set_config('statement_timeout', '${this.statementMs}', true)` })
      connection.bind({})
      connection.execute({})
    }
    super.prepare(connection)
  }

  override handleDataRow(message: unknown): void {
    if (this.#limit !== 'in front' || this.#completed > 0) super.handleDataRow(message)
  }

  override handleCommandComplete(message: unknown, connection: DriverConnection): void {
    this.#completed += 1
    const ofLimit = { 'in front': 1, behind: 2, there: 0 }[this.#limit]
    if (this.#completed !== ofLimit) super.handleCommandComplete(message, connection)
  }
}
