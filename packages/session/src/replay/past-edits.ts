import type { HighlightCreate } from '@livetap/contract'
import { buildHighlights, highlightToWire, renameSpeaker, type TimeRange } from '@livetap/transcript'
import type { Notices } from '../notices'
import type { PastCalls } from './past-calls'
import type { Replay } from './replay'
import { reportOf } from './report-of'

/** Speakers' names and highlights: changed on the server first, then here. */
export class PastEdits {
  constructor(
    private readonly replay: Replay,
    private readonly calls: PastCalls,
    private readonly userName: string,
    private readonly notify: Notices,
  ) {}

  readonly renameSpeaker = (speakerId: string, name: string): Promise<boolean> =>
    this.#attempt(async () => {
      const named = await this.calls.renameSpeaker(speakerId, name)
      const { transcript, isComplete, total } = this.replay.getSnapshot()
      if (!transcript) return
      const { renamed_by: renamedBy, renamed_at: renamedAt } = named
      const next = renameSpeaker(transcript, speakerId, {
        name: named.name,
        ...(renamedBy && { renamedBy }),
        ...(renamedAt && { renamedAt }),
      })
      this.replay.setTranscript(next, { isComplete, total })
    })

  readonly createHighlight = (text: string, range: TimeRange): Promise<boolean> =>
    this.#attempt(async () => {
      const body: HighlightCreate = {
        meeting_id: this.calls.meetingId,
        timestamp: Date.now(),
        highlight: {
          text,
          start_millis: Math.round(range.startMs),
          end_millis: Math.round(range.endMs),
          trigger_info: { type: 'manual', trigger_by: this.userName },
        },
        highlight_id: crypto.randomUUID(),
      }
      const created = await this.calls.createHighlight(body)
      const { highlights } = this.replay.getSnapshot()
      this.replay.setHighlights(buildHighlights([...highlights.map(highlightToWire), created]))
    })

  readonly deleteHighlight = (id: string): Promise<boolean> =>
    this.#attempt(async () => {
      await this.calls.deleteHighlight(id)
      const { highlights } = this.replay.getSnapshot()
      this.replay.setHighlights(highlights.filter(highlight => highlight.id !== id))
    })

  async #attempt(run: () => Promise<void>): Promise<boolean> {
    try {
      await run()
      return true
    } catch (error) {
      this.notify.error(...reportOf(error))
      return false
    }
  }
}
