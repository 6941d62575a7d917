import { type Highlight, type LiveTranscript, texts } from '@livetap/contract'
import type { Notices } from '../notices'
import type { LiveCalls } from './live-calls'

export interface LiveHighlightsOptions {
  calls: LiveCalls
  meetingId: string
  userName: string
  notices: Notices
  setBusy: (id: string, isBusy: boolean) => void
  created: (highlight: Highlight) => void
  deleted: (id: string) => void
}

const MAX_CHARACTERS = 20_000

/** Made and deleted on the server first; the list follows what it confirms. */
export class LiveHighlights {
  constructor(private readonly options: LiveHighlightsOptions) {}

  async create({ id, transcript }: LiveTranscript): Promise<void> {
    const { calls, meetingId, userName, notices } = this.options
    this.options.setBusy(id, true)
    try {
      const highlight = await calls.createHighlight({
        meeting_id: meetingId,
        timestamp: Date.now(),
        highlight: {
          text: transcript.text.slice(0, MAX_CHARACTERS),
          start_millis: transcript.start_millis,
          end_millis: transcript.end_millis,
          trigger_info: { type: 'manual', trigger_by: userName },
        },
        highlight_id: crypto.randomUUID(),
      })
      this.options.created(highlight)
      notices.success(texts.live.highlightCreated)
    } catch {
      notices.error(texts.live.highlightCreateError)
    }
    this.options.setBusy(id, false)
  }

  async delete(id: string): Promise<void> {
    const { calls, notices } = this.options
    this.options.setBusy(id, true)
    try {
      await calls.deleteHighlight(id)
      this.options.deleted(id)
      notices.success(texts.live.highlightDeleted)
    } catch {
      notices.error(texts.live.highlightDeleteError)
    }
    this.options.setBusy(id, false)
  }
}
