interface Asked {
  query(text: string): Promise<{ rows: { ms: number }[] }>
}

/** How far this machine's clock is ahead of the database's, give or take half of the time that asking took. */
export async function databaseClock(database: Asked): Promise<{ offsetMs: number }> {
  const before = Date.now()
  const askedAt = performance.now()
  const { rows } = await database.query('select extract(epoch from clock_timestamp())::float8 * 1000 as ms')
  const halfMs = (performance.now() - askedAt) / 2
  return { offsetMs: before + halfMs - rows[0]!.ms }
}
