import { join } from 'node:path'
import type { Log } from '../../../platform/log/log'
import type { Media } from '../../../platform/media/media'
import { type Repeating, repeat } from '../../../platform/repeating'
import type { Storage } from '../../../platform/storage/storage'
import type { VoicePrintsStore } from '../../known-voices'
import type { MeetingsStore } from '../../meetings'
import type { StagesStore } from '../runs/stages.store'
import { StoredFiles } from '../runs/stored-files'
import type { SpeechTools } from '../speech-tools'
import { cleanSpeech } from './clean-speech'

export interface VoiceLearnerOptions {
  prints: VoicePrintsStore
  meetings: MeetingsStore
  stages: StagesStore
  storage: Storage
  media: Media
  speech: SpeechTools
  scratchFolder: string
  log: Log
}

/** A message that a voice was named may be lost. */
const LOOK_EVERY_MS = 60_000

type Waiting = NonNullable<Awaited<ReturnType<VoicePrintsStore['next']>>>

/** Listens to the voices that hosts have named, one after the other, and keeps their prints. */
export class VoiceLearner {
  readonly #stopping = new AbortController()
  #looking: Repeating | undefined

  constructor(private readonly options: VoiceLearnerOptions) {}

  start(): void {
    this.#looking = repeat(
      () => this.#learnAll(),
      LOOK_EVERY_MS,
      error => this.options.log.warn({ err: error }, 'looking for named voices failed'),
    )
    this.wake()
  }

  /** There may be a voice to listen to. What is named during a run is looked for once more behind it. */
  wake(): void {
    void this.#looking?.run().then(() => this.#looking?.run())
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking?.stop()
  }

  async #learnAll(): Promise<void> {
    const { prints, log } = this.options
    while (!this.#stopping.signal.aborted) {
      const waiting = await prints.next()
      if (!waiting) return
      try {
        await this.#learn(waiting)
      } catch (error) {
        if (this.#stopping.signal.aborted) return
        log.warn({ meeting: waiting.meetingId, err: error }, 'listening to a named voice failed')
        // Another attempt comes with the next look, not at once.
        return
      }
    }
  }

  async #learn({ id, meetingId, speakerId }: Waiting): Promise<void> {
    const { prints, meetings, stages, storage, media, speech, scratchFolder } = this.options
    const { signal } = this.#stopping
    const meeting = await meetings.find(meetingId)
    const { diarization } = await stages.outputs(meetingId)
    const parts = cleanSpeech(diarization?.turns ?? [], speakerId)
    // Known from its channel or its stream: there is no voice to find again.
    if (!meeting || !diarization?.turns.some(([speaker]) => speaker === speakerId)) return prints.delete(id)
    if (parts.length === 0) return prints.markFailed(id)
    const folder = join(scratchFolder, `voice-${id}`)
    const files = await StoredFiles.open({ meeting, storage, media, folder, isCall: false, signal })
    try {
      const { path } = await files.track(null)
      const print = await speech.voicePrint({ path, parts }, { signal })
      await (print ? prints.save(id, print) : prints.markFailed(id))
    } finally {
      await files.close()
    }
  }
}
