import {
  type Highlight,
  type HighlightCreate,
  type HotwordStatus,
  highlightSchema,
  highlightsAnswerSchema,
  hotwordStatusBodySchema,
  liveAddressAnswerSchema,
  liveTranscriptAnswerSchema,
  statusAnswerSchema,
} from '@livetap/contract'
import type { ApiClient, CallOptions } from '../api-client'

/** The last words of a meeting are waited for. */
const DROP_TIMEOUT_MS = 60_000

export interface WantedTranslation {
  attendee_id: number
  language: string
  interim: boolean
}

/** Every call about one running meeting. */
export class LiveCalls {
  readonly #api: ApiClient
  readonly #base: string

  constructor(api: ApiClient, meetingId: string) {
    this.#api = api
    this.#base = `/web/meetings/${encodeURIComponent(meetingId)}`
  }

  async status(signal: AbortSignal): Promise<string> {
    return (await this.#call({ path: '/status', schema: statusAnswerSchema, signal })).status
  }

  /** `clientId` is the same at every reconnect, so that the audio goes on. */
  async liveAddress(clientId: string, signal: AbortSignal): Promise<string> {
    const query = { client_id: clientId }
    return (await this.#call({ path: '/live_addr', query, schema: liveAddressAnswerSchema, signal }))
      .live_addr
  }

  transcripts(signal: AbortSignal) {
    return this.#call({ path: '/transcript/live', schema: liveTranscriptAnswerSchema, signal })
  }

  async highlights(signal: AbortSignal): Promise<readonly Highlight[]> {
    return (await this.#call({ path: '/highlights', schema: highlightsAnswerSchema, signal })).highlights
  }

  createHighlight(body: HighlightCreate): Promise<Highlight> {
    return this.#call({ method: 'POST', path: '/highlights', body, schema: highlightSchema })
  }

  deleteHighlight(id: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: '/highlights', query: { highlight_id: id } })
  }

  setLanguage(language: string): Promise<void> {
    return this.#call({ method: 'PUT', path: '/language', body: { language } })
  }

  setHotwordStatus(status: HotwordStatus): Promise<HotwordStatus> {
    const path = '/livetap_notify_hotword'
    return this.#call({ method: 'PATCH', path, body: status, schema: hotwordStatusBodySchema })
  }

  translate(wanted: WantedTranslation): Promise<void> {
    return this.#call({ method: 'POST', path: '/livetap_translate', body: wanted })
  }

  drop(): Promise<void> {
    return this.#call({ method: 'POST', path: '/drop', timeoutMs: DROP_TIMEOUT_MS })
  }

  #call<T = void>(options: CallOptions<T>): Promise<T> {
    return this.#api.call('partner', { ...options, path: `${this.#base}${options.path}` })
  }
}
