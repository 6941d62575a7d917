import { randomUUID } from 'node:crypto'
import type { LiveTranscript } from '@livetap/contract'
import type { RecognitionResult } from '@livetap/speech'
import { highlightToWire } from '@livetap/transcript'
import type { MeetingRecord } from '../../events'
import { callSpeakerId, type NewUtterance, type OffTheRecord } from '../../transcripts'
import type { Eva } from '../eva/eva'
import type { SpokenHighlight, SpokenText } from '../eva/eva-acts'
import { resultOnRecord } from '../room/off-the-record'
import type { RoomSettings } from '../room/room-settings'
import type { LiveStream } from '../streams/live-stream'
import type { UtteranceTrace } from '../streams/utterance-traces'
import type { Outbox } from './outbox'

const EVA_SOURCE = 'eva'

/** A result of a stream; its segment is an utterance of the meeting. */
export interface StreamResult {
  result: RecognitionResult
  stream: LiveStream
  /** Which of the people at the microphone; absent where they are not diarized. */
  voice?: number
}

/** Puts what is said into the languages that a user asked for. */
export interface TranscriptTranslator {
  /** What is known so far of this utterance; more comes as another interim. */
  interim(interim: StreamResult): Record<string, string>
  /** The final is announced again, with its translations. */
  final(final: StreamResult): void
}

interface TranscriptPublisherOptions {
  outbox: Outbox
  settings: RoomSettings
  record: MeetingRecord
  offTheRecord: readonly OffTheRecord[]
  eva: Eva
  translator: TranscriptTranslator
  /** On the meeting's clock. */
  nowMs: () => number
}

/** Turns recognition results into announcements and passes them to EVA. */
export class TranscriptPublisher {
  constructor(private readonly options: TranscriptPublisherOptions) {}

  interim(whole: RecognitionResult, stream: LiveStream): void {
    const { outbox, offTheRecord, eva, translator } = this.options
    const result = resultOnRecord(whole, offTheRecord)
    if (!result) {
      this.dropped(whole.segmentId, stream)
      return
    }
    eva.interim(spokenText(result, stream))
    outbox.push({
      type: 'transcript_interim_results',
      body: transcriptWire(result, stream, { translations: translator.interim({ result, stream }) }),
      durable: false,
      replaces: result.segmentId,
    })
  }

  final(whole: RecognitionResult, stream: LiveStream, trace?: UtteranceTrace): void {
    const { outbox, offTheRecord, eva, translator, record, nowMs } = this.options
    const voice = stream.microphone.voiceOf(whole)
    outbox.drop(whole.segmentId)
    const result = resultOnRecord(whole, offTheRecord)
    if (!result) {
      this.dropped(whole.segmentId, stream)
      return
    }
    const spoken = spokenText(result, stream)
    if (eva.mustForget(spoken)) {
      this.dropped(result.segmentId, stream)
      eva.final(spoken)
      return
    }
    outbox.push({
      type: 'transcript_final_result',
      body: transcriptWire(result, stream, { voice }),
      durable: true,
      write: { kind: 'utterance', utterance: utteranceOfFinal(result, stream, voice) },
      onSent: times => {
        const behind_ms = Math.max(0, Math.round(nowMs() - result.endMs))
        record.log('finalSent', { count: 1, behind_ms })
        trace?.announced(times)
      },
    })
    eva.final(spoken)
    translator.final({ result, stream, voice })
  }

  /** An interim that will have no final: everyone takes it away. */
  dropped(segmentId: string, stream: LiveStream): void {
    const { outbox, settings } = this.options
    const nothing = { text: '', startMs: stream.endMs, endMs: stream.endMs, words: [], isFinal: false }
    const result = { ...nothing, segmentId, speakerIds: [], languageCode: settings.language }
    outbox.push({
      type: 'transcript_interim_results',
      body: transcriptWire(result, stream),
      durable: false,
      replaces: segmentId,
    })
  }

  /** Answers its id. */
  highlight({ label, text, startMs, endMs, csis, triggerWord }: SpokenHighlight): string {
    const highlight = {
      id: `h-${randomUUID()}`,
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
      text,
      csis,
      source: EVA_SOURCE,
      label,
      trigger: { type: 'voice', by: EVA_SOURCE, word: triggerWord },
      createdBy: EVA_SOURCE,
    }
    this.options.outbox.push({
      type: 'highlight_created',
      body: { data: highlightToWire(highlight) },
      durable: true,
      write: { kind: 'highlight', highlight },
      ledger: {
        event: 'highlightCreated',
        fields: {
          created_at: new Date().toISOString(),
          highlight_id: highlight.id,
          start_millis: highlight.startMs,
          source: EVA_SOURCE,
          label,
        },
      },
      onSent: () => this.options.record.log('highlightSent', { count: 1 }),
    })
    return highlight.id
  }

  removeHighlight(id: string, by: string): void {
    this.options.outbox.push({
      type: 'highlight_deleted',
      body: { data: { id } },
      durable: true,
      write: { kind: 'highlight_deleted', id },
      ledger: { event: 'highlightDeleted', fields: { highlight_id: id, deleted_by: by } },
    })
  }
}

const spokenText = (result: RecognitionResult, { record }: LiveStream): SpokenText => ({
  id: result.segmentId,
  streamId: record.id,
  csi: record.csi,
  text: result.text,
  startMs: result.startMs,
  endMs: result.endMs,
  callLikelihood: result.callLikelihood,
})

type Translations = Record<string, string>

/** A result as it is announced in the room; its segment is the utterance. */
export function transcriptWire(
  result: RecognitionResult,
  { record, lastPacketAt }: Pick<LiveStream, 'record' | 'lastPacketAt'>,
  { voice = 1, translations = {} }: { voice?: number; translations?: Translations } = {},
): LiveTranscript {
  return {
    id: result.segmentId,
    transcript: {
      text: result.text,
      start_millis: Math.round(result.startMs),
      end_millis: Math.round(result.endMs),
      csis: [record.csi],
      language_code: result.languageCode,
      alignments: result.isFinal
        ? result.words.map(({ word, startMs, endMs, confidence }) => ({
            word,
            start_millis: Math.round(startMs),
            end_millis: Math.round(endMs),
            confidence: confidence === undefined ? undefined : Math.round(confidence * 1000) / 1000,
          }))
        : [],
      last_packet_timestamp_ms: lastPacketAt,
      stream_id: record.id,
      voice: voice > 1 ? voice : undefined,
    },
    translations,
  }
}

/** A final as the past view finds it. */
export function utteranceOfFinal(
  result: RecognitionResult,
  { record }: Pick<LiveStream, 'record'>,
  voice?: number,
): NewUtterance {
  const speakerId = callSpeakerId(record.speaker, voice)
  return {
    id: result.segmentId,
    startMs: result.startMs,
    endMs: result.endMs,
    text: result.text,
    words: result.words.map(({ word, startMs, endMs, confidence }) => ({
      text: word,
      startMs,
      endMs,
      confidence,
    })),
    csis: [record.csi],
    speakerIds: [speakerId],
    speakerSegments: [{ speakerId, text: result.text }],
    transcriptType: 'final',
    languageCode: result.languageCode,
    confidence: result.confidence ?? null,
    timesEstimated: result.timesEstimated ?? false,
  }
}
