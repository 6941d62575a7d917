import { randomUUID } from 'node:crypto'
import type { RecognitionResult } from '@livetap/speech'
import { highlightToWire } from '@livetap/transcript'
import type { MeetingRecord } from '../../events'
import type { OffTheRecord } from '../../transcripts'
import type { Eva } from '../eva/eva'
import type { SpokenHighlight, SpokenText } from '../eva/eva-acts'
import type { LiveTranslator } from '../eva/live-translator'
import { resultOnRecord } from '../room/off-the-record'
import type { RoomSettings } from '../room/room-settings'
import type { LiveStream } from '../streams/live-stream'
import type { Outbox } from './outbox'
import { transcriptWire, utteranceOfFinal } from './transcript-wire'

const EVA_SOURCE = 'eva'

interface TranscriptPublisherOptions {
  outbox: Outbox
  settings: RoomSettings
  record: MeetingRecord
  offTheRecord: readonly OffTheRecord[]
  eva: Eva
  translator: LiveTranslator
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

  final(whole: RecognitionResult, stream: LiveStream): void {
    const { outbox, offTheRecord, eva, translator, record } = this.options
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
      onSent: () => record.log('finalSent', { count: 1 }),
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
  ...(result.callLikelihood !== undefined && { callLikelihood: result.callLikelihood }),
})
