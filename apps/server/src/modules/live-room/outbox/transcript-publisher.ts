import { randomUUID } from 'node:crypto'
import { highlightToWire } from '@livetap/transcript'
import type { Eva } from '../eva/eva'
import type { SpokenHighlight, SpokenText } from '../eva/eva-acts'
import type { RoomTranslator } from '../eva/room-translator'
import { resultOnRecord } from '../room/off-the-record'
import type { RoomView } from '../room/room-view'
import type { LiveStream } from '../streams/live-stream'
import type { StreamResult } from '../streams/stream-result'
import { transcriptWire, utteranceOfFinal } from './transcript-wire'

const EVA_SOURCE = 'eva'

/** Turns recognition results into announcements and passes them to EVA. */
export class TranscriptPublisher {
  readonly #room: RoomView
  readonly #eva: Pick<Eva, 'interim' | 'final' | 'mustForget'>
  readonly #translator: RoomTranslator

  constructor(
    room: RoomView,
    eva: Pick<Eva, 'interim' | 'final' | 'mustForget'>,
    translator: RoomTranslator,
  ) {
    this.#room = room
    this.#eva = eva
    this.#translator = translator
  }

  interim({ id, result: heard, stream }: StreamResult): void {
    const result = resultOnRecord(heard, this.#room.offTheRecord)
    if (!result) {
      this.dropped(id, stream)
      return
    }
    this.#eva.interim(saidOf(id, result, stream))
    this.#room.outbox.push({
      type: 'transcript_interim_results',
      body: transcriptWire(id, result, stream, {
        translations: this.#translator.interim(this.#room, { id, result, stream }),
      }),
      durable: false,
      replaces: id,
    })
  }

  final({ id, result: whole, stream, voice }: StreamResult): void {
    this.#room.outbox.drop(id)
    const result = resultOnRecord(whole, this.#room.offTheRecord)
    if (!result) {
      this.dropped(id, stream)
      return
    }
    const said = saidOf(id, result, stream)
    if (this.#eva.mustForget(said)) {
      this.dropped(id, stream)
      this.#eva.final(said)
      return
    }
    const utterance = utteranceOfFinal(id, result, stream, voice)
    this.#room.outbox.push({
      type: 'transcript_final_result',
      body: transcriptWire(id, result, stream, { voice }),
      durable: true,
      write: { kind: 'utterance', utterance },
      onSent: () => this.#room.record.log('finalSent', { count: 1 }),
    })
    this.#eva.final(said)
    this.#translator.final(this.#room, { id, result, stream, voice })
  }

  /** An interim that will have no final: everyone takes it away. */
  dropped(id: string, stream: LiveStream): void {
    const nothing = { text: '', startMs: stream.endMs, endMs: stream.endMs, words: [], isFinal: false }
    const result = { ...nothing, segmentId: '', speakerIds: [], languageCode: this.#room.settings.language }
    this.#room.outbox.push({
      type: 'transcript_interim_results',
      body: transcriptWire(id, result, stream),
      durable: false,
      replaces: id,
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
    this.#room.outbox.push({
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
      onSent: () => this.#room.record.log('highlightSent', { count: 1 }),
    })
    return highlight.id
  }

  removeHighlight(id: string, by: string): void {
    this.#room.outbox.push({
      type: 'highlight_deleted',
      body: { data: { id } },
      durable: true,
      write: { kind: 'highlight_deleted', id },
      ledger: { event: 'highlightDeleted', fields: { highlight_id: id, deleted_by: by } },
    })
  }
}

const saidOf = (id: string, result: StreamResult['result'], { record }: LiveStream): SpokenText => ({
  id,
  streamId: record.id,
  csi: record.csi,
  text: result.text,
  startMs: result.startMs,
  endMs: result.endMs,
  ...(result.callLikelihood !== undefined && { callLikelihood: result.callLikelihood }),
})
