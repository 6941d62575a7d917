import {
  type HighlightCreate,
  highlightSchema,
  highlightsAnswerSchema,
  type MeetingDetail,
  type MeetingSpeaker,
  mediaUrlAnswerSchema,
  meetingDetailSchema,
  meetingSpeakerSchema,
  RAW_BUFFER_TIMEOUT_MS,
  statusAnswerSchema,
  type TranscriptUtterance,
  transcriptUtteranceSchema,
  type UtteranceEdit,
  type UtteranceVersion,
  utteranceVersionsAnswerSchema,
  type Highlight as WireHighlight,
} from '@livetap/contract'
import type { ApiClient, CallOptions } from '../api-client'
import { readPeaks, readTranscriptPage, type TranscriptPage } from './bulk-answers'
import type { Peaks } from './peaks'

/** Every call of one past meeting. */
export class PastCalls {
  readonly #base: string

  constructor(
    private readonly api: ApiClient,
    readonly meetingId: string,
  ) {
    this.#base = `/web/meetings/${encodeURIComponent(meetingId)}`
  }

  status(signal: AbortSignal): Promise<{ status: string }> {
    return this.#call({ path: '/status', schema: statusAnswerSchema, signal })
  }

  detail(signal: AbortSignal): Promise<MeetingDetail> {
    return this.#call({ path: '', schema: meetingDetailSchema, signal })
  }

  transcript(signal: AbortSignal, page: { offset: number; limit: number }): Promise<TranscriptPage> {
    const query = { enable_word_time_offsets: true, segments_transcript: true, ...page }
    return this.#call({
      path: '/transcript',
      query,
      schema: readTranscriptPage,
      signal,
      timeoutMs: RAW_BUFFER_TIMEOUT_MS,
    })
  }

  async highlights(signal: AbortSignal): Promise<readonly WireHighlight[]> {
    const schema = highlightsAnswerSchema
    return (await this.#call({ path: '/highlights', schema, signal })).highlights
  }

  async audioUrl(signal: AbortSignal): Promise<string> {
    const query = { audio_type: 'flac' }
    return (await this.#call({ path: '/audio', query, schema: mediaUrlAnswerSchema, signal })).url
  }

  async videoUrl(signal: AbortSignal): Promise<string> {
    return (await this.#call({ path: '/video', schema: mediaUrlAnswerSchema, signal })).url
  }

  peaks(signal: AbortSignal): Promise<Peaks> {
    return this.#call({ path: '/peaks', schema: readPeaks, signal, timeoutMs: RAW_BUFFER_TIMEOUT_MS })
  }

  createHighlight(body: HighlightCreate): Promise<WireHighlight> {
    return this.#call({ method: 'POST', path: '/highlights', body, schema: highlightSchema })
  }

  deleteHighlight(id: string): Promise<void> {
    return this.#call({ method: 'DELETE', path: '/highlights', query: { highlight_id: id } })
  }

  edit(utteranceId: string, body: UtteranceEdit): Promise<TranscriptUtterance> {
    const path = `/transcript/${encodeURIComponent(utteranceId)}`
    return this.#call({ method: 'PATCH', path, body, schema: transcriptUtteranceSchema })
  }

  /** Newest first; the recogniser's own is the last. */
  async versions(utteranceId: string, signal?: AbortSignal): Promise<readonly UtteranceVersion[]> {
    const path = `/transcript/${encodeURIComponent(utteranceId)}/versions`
    const schema = utteranceVersionsAnswerSchema
    return (await this.#call({ path, schema, ...(signal && { signal }) })).versions
  }

  renameSpeaker(speakerId: string, name: string): Promise<MeetingSpeaker> {
    const path = `/speakers/${encodeURIComponent(speakerId)}`
    return this.#call({ method: 'PUT', path, body: { name }, schema: meetingSpeakerSchema })
  }

  processing(action: 'cancel' | 'retry'): Promise<MeetingDetail> {
    return this.#call({ method: 'POST', path: `/processing/${action}`, schema: meetingDetailSchema })
  }

  deleteMeeting(): Promise<void> {
    return this.#call({ method: 'DELETE', path: '' })
  }

  #call<T>({ path, ...options }: CallOptions<T>): Promise<T> {
    return this.api.call('partner', { ...options, path: `${this.#base}${path}` })
  }
}
