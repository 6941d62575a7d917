import type { SpeechError } from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'
import { faultName } from '../../../platform/fault-name'
import type { RoomOptions } from '../room/room-options'
import type { RoomView } from '../room/room-view'
import { LiveStream } from './live-stream'
import type { StreamRecord } from './live-streams.store'
import { Microphone } from './microphone'
import { RecognitionFeed } from './recognition-feed'
import { recognitionHints } from './recognition-hints'
import { SoundStore } from './sound-store'
import { heldOf, type SoundChunk } from './stored-sound'
import { storeStreamRecord } from './stored-stream'
import type { StreamWriter } from './stream-writer'
import { VoiceMeter } from './voice-meter'
import { type VoiceEvent, VoiceRecognizer } from './voice-recognizer'

/** What a room learns of its streams. */
export type StreamEvent = Exclude<VoiceEvent, { type: 'opened' | 'failed' }>

export interface StreamListener {
  recognized(stream: LiveStream, event: StreamEvent): void
  speaking(stream: LiveStream): void
  /** Another voice was found at it, or whether it may be shared has changed. */
  microphoneChanged(stream: LiveStream): void
}

interface StreamState {
  record: StreamRecord
  /** Its sound that is stored already. */
  chunks: readonly SoundChunk[]
  /** What is to be recognised after the call. */
  pendingRanges: readonly TimeRange[]
  /** Resolves when the database knows the stream, or with false when it will not learn of it from here. */
  ready: Promise<boolean>
  /** No other participant of the meeting has a microphone. */
  isOnlyOne: () => boolean
}

/** Puts a voice together: its stream, its recognizer and the store of its sound. */
export class StreamFactory {
  #engineStarted = false

  constructor(
    private readonly room: RoomView,
    private readonly options: RoomOptions,
    private readonly notes: StreamWriter,
    private readonly listener: StreamListener,
  ) {}

  make({ record, chunks, pendingRanges, ready, isOnlyOne }: StreamState): LiveStream {
    const { room, options, notes, listener } = this
    const microphone = new Microphone({
      record,
      isOnlyOne,
      onVoice: voice => {
        notes.addVoice(record, voice, ready)
        listener.microphoneChanged(stream)
      },
      onShared: shared => notes.people(record.id, { shared }, ready),
      onUnattributed: () => notes.people(record.id, { unattributed: true }, ready),
    })
    const recognizer = new VoiceRecognizer(
      {
        engines: options.engines,
        engine: options.engine,
        name: record.id,
        recognition: () => ({
          languageCode: room.settings.language,
          ensemble: options.meeting.enableEnsemble,
          hints: recognitionHints(room.settings.state.customPhrases),
          owner: { userId: record.userId ?? record.clientId, inMeeting: true },
          ...microphone.recognition,
        }),
        on: event => {
          switch (event.type) {
            case 'opened':
              this.#engineOpened(event.elapsedMs)
              return
            case 'failed':
              this.#recognitionFailed(event.error)
              return
            case 'drained':
              stream.engineDrained()
          }
          listener.recognized(stream, event)
          if (event.type === 'final' && event.result.lowQuality)
            notes.addLowQualityRange(record.id, event.result, ready)
        },
      },
      pendingRanges,
    )
    const sound = this.#soundOf(record, chunks, ready)
    const feed = new RecognitionFeed({
      recognizer,
      anchorMs: record.anchorMs,
      read: (from, to) => sound.read(from, to),
      offTheRecord: room.offTheRecord,
      isHeld: () => room.outbox.isFull,
      onFailure: error =>
        options.log.warn({ meeting: room.meetingId, err: error }, 'reading sound for recognition failed'),
    })
    const stream: LiveStream = new LiveStream({
      record,
      clock: room.clock,
      recognizer,
      feed,
      microphone,
      sound,
      meter: new VoiceMeter(),
      held: heldOf(chunks),
      offTheRecord: room.offTheRecord,
      keeps: () => room.settings.state,
      savePendingRanges: ranges => notes.savePendingRanges(record.id, ranges),
      onSpeaking: speaking => listener.speaking(speaking),
    })
    return stream
  }

  #soundOf(record: StreamRecord, chunks: readonly SoundChunk[], ready: Promise<boolean>): SoundStore {
    const { room, options } = this
    let isKnown = false
    void ready.then(known => {
      isKnown = known
    })
    return new SoundStore({
      storage: options.storage,
      meetingId: room.meetingId,
      streamId: record.id,
      chunks,
      prepare: async () => {
        if (!isKnown) await storeStreamRecord(options.storage, room.meetingId, record)
      },
      onFailure: (error, isFirst) => {
        options.log.warn({ meeting: room.meetingId, err: error }, 'audio buffered: storage unavailable')
        if (isFirst) room.record.log('storageRetried', { reason: faultName(error) })
      },
    })
  }

  #recognitionFailed({ reason, message }: SpeechError): void {
    const { room, options } = this
    options.log.warn({ meeting: room.meetingId, reason }, 'recognition failed')
    room.record.log('engineRefused', { engine: options.engine, reason })
    room.outbox.push({
      type: 'error',
      body: { data: { code: `recognition_${reason}`, description: message } },
      durable: false,
      ledger: { event: 'recognitionFailed', fields: { reason, message } },
    })
  }

  /** Said once per meeting, regardless of which voice comes first. */
  #engineOpened(elapsedMs: number): void {
    if (this.#engineStarted) return
    this.#engineStarted = true
    const { record } = this.room
    const { engine, pod } = this.options
    record.log('engineStarted', { elapsedMs: Math.round(elapsedMs), engine })
    record.log('livePodName', { pod_name: pod })
    record.log('imageName', { image_name: `livetap-${engine}` })
  }
}
