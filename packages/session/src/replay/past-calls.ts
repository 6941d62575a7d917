import {
  createdHighlight,
  type HighlightCreate,
  type LineChange,
  type LineChangeAnswer,
  type LiveTranscript,
  type MeetingDeletion,
  type MeetingSpeaker,
  RAW_BUFFER_TIMEOUT_MS,
  type RelatedMomentsAnswer,
  type TranscriptOffer,
  type TranscriptUtterance,
  type UtteranceEdit,
  type UtteranceVersion,
  type VoiceProposal,
  type Highlight as WireHighlight,
} from '@livetap/contract'
import { dismissProposal, voiceProposals } from '@livetap/contract/calls/known-voices'
import { liveTranscript } from '@livetap/contract/calls/live-meetings'
import { deleteMeeting, meetingDeletion, meetingStatus } from '@livetap/contract/calls/meetings'
import { relatedMoments } from '@livetap/contract/calls/search'
import { transcriptOffers } from '@livetap/contract/calls/trainable'
import {
  audioUrl,
  changeLines,
  createHighlight,
  deleteHighlight,
  editUtterance,
  getPeaks,
  getTranscript,
  listHighlights,
  renameSpeaker,
  utteranceVersions,
  videoUrl,
} from '@livetap/contract/calls/transcripts'
import type { ApiClient } from '../api-client'
import { readPeaks, readTranscriptPage, type TranscriptPage } from './bulk-answers'
import type { Peaks } from './peaks'

/** Every call of one past meeting. */
export class PastCalls {
  readonly #params: { id: string }

  constructor(
    private readonly api: ApiClient,
    readonly meetingId: string,
  ) {
    this.#params = { id: meetingId }
  }

  status(signal: AbortSignal): Promise<{ status: string }> {
    return this.api.call(meetingStatus, { params: this.#params }, { signal })
  }

  deletion(signal: AbortSignal): Promise<MeetingDeletion> {
    return this.api.call(meetingDeletion, { params: this.#params }, { signal })
  }

  /** Where trainers read the meeting differently. */
  async offers(signal: AbortSignal): Promise<TranscriptOffer[]> {
    return (await this.api.call(transcriptOffers, { params: this.#params }, { signal })).offers
  }

  transcript(signal: AbortSignal, page: { offset: number; limit: number }): Promise<TranscriptPage> {
    const query = { enable_word_time_offsets: true, segments_transcript: true, ...page }
    return this.api.read(getTranscript, { params: this.#params, query }, readTranscriptPage, {
      signal,
      timeoutMs: RAW_BUFFER_TIMEOUT_MS,
    })
  }

  /** What was said while the meeting ran, as it was recognised then. */
  async liveLines(signal: AbortSignal): Promise<readonly LiveTranscript[]> {
    return (await this.api.call(liveTranscript, { params: this.#params }, { signal })).results
  }

  async highlights(signal: AbortSignal): Promise<readonly WireHighlight[]> {
    return (await this.api.call(listHighlights, { params: this.#params }, { signal })).highlights
  }

  async audioUrl(signal?: AbortSignal): Promise<string> {
    const query = { audio_type: 'flac' } as const
    return (await this.api.call(audioUrl, { params: this.#params, query }, { signal })).url
  }

  async videoUrl(signal: AbortSignal): Promise<string> {
    return (await this.api.call(videoUrl, { params: this.#params }, { signal })).url
  }

  peaks(signal: AbortSignal): Promise<Peaks> {
    const timeoutMs = RAW_BUFFER_TIMEOUT_MS
    return this.api.read(getPeaks, { params: this.#params }, readPeaks, { signal, timeoutMs })
  }

  async createHighlight(body: HighlightCreate): Promise<WireHighlight> {
    return createdHighlight(body, await this.api.call(createHighlight, { params: this.#params, body }))
  }

  deleteHighlight(id: string): Promise<void> {
    return this.api.call(deleteHighlight, { params: this.#params, query: { highlight_id: id } })
  }

  edit(utteranceId: string, body: UtteranceEdit): Promise<TranscriptUtterance> {
    return this.api.call(editUtterance, { params: { ...this.#params, utteranceId }, body })
  }

  changeLines(body: LineChange): Promise<LineChangeAnswer> {
    return this.api.call(changeLines, { params: this.#params, body })
  }

  /** Moments of all meetings that one may open which are near in meaning to the line. */
  related(utteranceId: string, signal: AbortSignal): Promise<RelatedMomentsAnswer> {
    return this.api.call(relatedMoments, { params: this.#params, query: { line: utteranceId } }, { signal })
  }

  /** Newest first; the recogniser's own is the last. */
  async versions(utteranceId: string, signal?: AbortSignal): Promise<readonly UtteranceVersion[]> {
    const params = { ...this.#params, utteranceId }
    return (await this.api.call(utteranceVersions, { params }, { signal })).versions
  }

  renameSpeaker(speakerId: string, name: string): Promise<MeetingSpeaker> {
    return this.api.call(renameSpeaker, { params: { ...this.#params, speakerId }, body: { name } })
  }

  /** Names for voices that sound like ones the host has named before; refused to others. */
  async proposals(signal: AbortSignal): Promise<VoiceProposal[]> {
    return (await this.api.call(voiceProposals, { params: this.#params }, { signal })).proposals
  }

  dismissProposal(speakerId: string): Promise<void> {
    return this.api.call(dismissProposal, { params: { ...this.#params, speakerId } })
  }

  deleteMeeting(): Promise<void> {
    return this.api.call(deleteMeeting, { params: this.#params })
  }
}
