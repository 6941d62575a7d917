import type { App } from '@livetap/server'

type Pool = App['database']['pool']
interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}

/**
 * What the statements of a question read of `log_event`: its partitions, the entries found without an index, and those
 * that an index led to in vain.
 */
export async function readBy(pool: Pool, ask: () => Promise<unknown>) {
  const partitions = new Set<string>()
  let unindexed = 0
  let unused = 0
  const visit = (plan: Plan) => {
    const { 'Relation Name': relation = '', 'Actual Loops': loops } = plan
    if (relation.startsWith('log_event') && loops > 0) {
      partitions.add(relation)
      const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0)
      if (plan['Node Type'] === 'Seq Scan') unindexed += (plan['Actual Rows'] + removed) * loops
      else unused += removed * loops
    }
    for (const one of plan.Plans ?? []) visit(one)
  }
  const statements = await statementsOf(pool, ask, 'log_event')
  if (statements.length === 0) throw new Error('No statement was seen: nothing can be said of its plan')
  for (const { text, values } of statements) {
    const explained = await pool.query(`explain (analyze, format json) ${text}`, values)
    visit(explained.rows[0]['QUERY PLAN'][0].Plan)
  }
  return { partitions: partitions.size, unindexed, unused }
}

/** What is asked of a table, as the driver sends it. */
export async function statementsOf(pool: Pool, ask: () => Promise<unknown>, table: string) {
  const client = await pool.connect()
  const driver = Object.getPrototypeOf(client) as { query: (...args: never[]) => unknown }
  client.release()
  const { query } = driver
  const asked: { text: string; values: unknown[] }[] = []
  driver.query = function (
    this: unknown,
    ...args: [string | { text: string; values?: unknown[] }, unknown[]?]
  ) {
    const [given, values] = args
    const text = typeof given === 'string' ? given : given.text
    const bound = typeof given === 'string' ? values : (given.values ?? values)
    if (/^(select|with)\b/.test(text) && text.includes(table))
      asked.push({ text, values: Array.isArray(bound) ? bound : [] })
    return query.apply(this, args as never)
  }
  try {
    await ask()
  } finally {
    driver.query = query
  }
  return asked
}
