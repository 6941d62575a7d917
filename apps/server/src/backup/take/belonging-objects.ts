import type { DatabaseSnapshot } from './snapshot'

/**
 * Which objects belong to the snapshot: those of its meetings and its archives. What lies beside them was stored after it, or
 * was to be deleted before it. An upload that was under way is copied as far as it was acknowledged.
 */
export async function belongsTo(
  snapshot: DatabaseSnapshot,
  arriving: readonly string[],
): Promise<(key: string) => boolean> {
  const column = async (sql: string) => (await snapshot.rows<{ value: string }>(sql)).map(row => row.value)
  const meetings = new Set(await column('select id as value from meeting'))
  const archives = new Set(
    await column('select storage_key as value from training_archive where storage_key is not null'),
  )
  const excluded = new Set([...arriving, ...(await column('select key as value from deferred_deletion'))])
  return key => {
    if (excluded.has(key)) return false
    const [place, meeting = ''] = key.split('/')
    if (place === 'meetings') return meetings.has(meeting)
    if (place === 'archives') return archives.has(key)
    return place !== 'arriving'
  }
}
