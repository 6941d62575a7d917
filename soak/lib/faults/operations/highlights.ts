import { randomUUID } from 'node:crypto'
import { createHighlight, deleteHighlight, listHighlights } from '@livetap/contract/calls/transcripts'
import { compare, joined, type Operation } from '../operation'
import { importedMeeting } from './edits'

const HIGHLIGHTS = 12

/** Highlights that are kept, and some that are removed again. */
export const highlights: Operation = {
  name: 'highlights',
  parallel: 1,
  pauseMs: 500,
  async run(context) {
    const { client, acknowledged, isOver } = context
    const id = await importedMeeting(context, 'Highlighted under faults')
    const params = { id }
    const kept = new Set<string>()
    const removed = new Set<string>()
    for (let n = 0; n < HIGHLIGHTS && !isOver(); n += 1) {
      const highlight_id = randomUUID()
      const trigger_info = { type: 'manual' as const, trigger_by: 'ann@example.org' }
      const highlight = {
        text: `highlight ${n}`,
        start_millis: n * 3_000,
        end_millis: n * 3_000 + 2_500,
        trigger_info,
      }
      const body = { meeting_id: id, timestamp: Date.now(), highlight, highlight_id }
      // The client names it, so that asking again makes no second one.
      if (!(await client.once(createHighlight, { params, body }))) continue
      kept.add(highlight_id)
      acknowledged()
      if (n % 3 !== 2) continue
      // From here on it is not known whether it is there, until that is acknowledged too.
      kept.delete(highlight_id)
      if (!(await client.once(deleteHighlight, { params, query: { highlight_id } }))) continue
      removed.add(highlight_id)
      acknowledged()
    }
    return async () => {
      const answer = await client.ask<{ highlights: { id: string }[] }>(listHighlights, { params })
      const stored = answer.highlights.map(one => one.id)
      const back = stored.filter(one => removed.has(one)).map(one => `the removal of highlight ${one}`)
      return joined(compare('the highlight', kept, stored), { lost: back, doubled: [] })
    }
  },
}
