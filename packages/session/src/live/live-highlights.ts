import { type LiveTranscript, texts } from '@livetap/contract'
import type { Notices } from '../notices'
import { Store } from '../store'
import type { LiveCalls } from './live-calls'
import { addHighlight } from './room/apply-message'
import type { RoomStore } from './room/room-store'

export interface HighlightsState {
  /** Transcripts whose highlight, and highlights whose deletion, is under way. */
  readonly busy: ReadonlySet<string>
}

export const noHighlightsBusy: HighlightsState = { busy: new Set() }

const MAX_CHARACTERS = 20_000

/** Made and deleted on the server first; the room follows what it confirms. */
export class LiveHighlights extends Store<HighlightsState> {
  constructor(
    private readonly calls: LiveCalls,
    private readonly room: RoomStore,
    private readonly userName: string,
    private readonly notices: Notices,
  ) {
    super(noHighlightsBusy)
  }

  create({ id, transcript }: LiveTranscript): Promise<void> {
    const { highlightCreated, highlightCreateError } = texts.live
    return this.#attempt(id, highlightCreated, highlightCreateError, async () => {
      const highlight = await this.calls.createHighlight({
        meeting_id: this.calls.meetingId,
        timestamp: Date.now(),
        highlight: {
          text: transcript.text.slice(0, MAX_CHARACTERS),
          start_millis: transcript.start_millis,
          end_millis: transcript.end_millis,
          trigger_info: { type: 'manual', trigger_by: this.userName },
        },
        highlight_id: crypto.randomUUID(),
      })
      this.room.confirm({ highlights: addHighlight(this.room.getSnapshot(), highlight) })
    })
  }

  delete(id: string): Promise<void> {
    const { highlightDeleted, highlightDeleteError } = texts.live
    return this.#attempt(id, highlightDeleted, highlightDeleteError, async () => {
      await this.calls.deleteHighlight(id)
      this.room.confirm({ highlights: this.room.getSnapshot().highlights.filter(one => one.id !== id) })
    })
  }

  async #attempt(id: string, done: string, failed: string, run: () => Promise<void>): Promise<void> {
    this.set({ busy: new Set(this.getSnapshot().busy).add(id) })
    try {
      await run()
      this.notices.success(done)
    } catch {
      this.notices.error(failed)
    }
    const busy = new Set(this.getSnapshot().busy)
    busy.delete(id)
    this.set({ busy })
  }
}
