import { createdHighlight, type Highlight, type HighlightCreate, type HotwordStatus } from '@livetap/contract'
import {
  dropMeeting,
  liveAddress,
  liveTranscript,
  setHotwordStatus,
  setLanguage,
  stopTranslation,
  translateMeeting,
} from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import { createHighlight, deleteHighlight, listHighlights } from '@livetap/contract/calls/transcripts'
import type { ApiClient } from '../api-client'

/** The last words of a meeting are waited for. */
const DROP_TIMEOUT_MS = 60_000

export interface WantedTranslation {
  attendee_id: number
  language: string
  interim: boolean
}

/** Every call about one running meeting. */
export class LiveCalls {
  readonly #params: { id: string }
  /** The same at every reconnect, so that the audio goes on. */
  readonly #clientId = crypto.randomUUID()

  constructor(
    private readonly api: ApiClient,
    readonly meetingId: string,
  ) {
    this.#params = { id: meetingId }
  }

  async status(signal: AbortSignal): Promise<string> {
    return (await this.api.call(meetingStatus, { params: this.#params }, { signal })).status
  }

  async liveAddress(signal: AbortSignal): Promise<string> {
    const input = { params: this.#params, query: { client_id: this.#clientId } }
    return (await this.api.call(liveAddress, input, { signal })).live_addr
  }

  transcripts(signal: AbortSignal) {
    return this.api.call(liveTranscript, { params: this.#params }, { signal })
  }

  async highlights(signal: AbortSignal): Promise<readonly Highlight[]> {
    return (await this.api.call(listHighlights, { params: this.#params }, { signal })).highlights
  }

  async createHighlight(body: HighlightCreate): Promise<Highlight> {
    return createdHighlight(body, await this.api.call(createHighlight, { params: this.#params, body }))
  }

  deleteHighlight(id: string): Promise<void> {
    return this.api.call(deleteHighlight, { params: this.#params, query: { highlight_id: id } })
  }

  setLanguage(language: string): Promise<void> {
    return this.api.send(setLanguage, { params: this.#params, body: { language } })
  }

  setHotwordStatus(status: HotwordStatus): Promise<HotwordStatus> {
    return this.api.call(setHotwordStatus, { params: this.#params, body: status })
  }

  translate(wanted: WantedTranslation): Promise<void> {
    return this.api.call(translateMeeting, { params: this.#params, body: wanted })
  }

  stopTranslation(csi: number, language: string | undefined): Promise<void> {
    const query = { attendee_id: csi, language }
    return this.api.call(stopTranslation, { params: this.#params, query })
  }

  drop(): Promise<void> {
    return this.api.send(dropMeeting, { params: this.#params }, { timeoutMs: DROP_TIMEOUT_MS })
  }
}
