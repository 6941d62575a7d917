import { texts } from '@livetap/contract'
import { buildTranscript, parseTranscriptsFile } from '@livetap/transcript'
import { reportOf } from '../api-error'
import type { Notices } from '../notices'
import { Scope } from '../scope'
import { Store } from '../store'
import { type DecodeSound, peaksOfFile } from './peaks'
import type { MediaElement } from './player/media-element'
import { Replay } from './replay'

export type LocalPhase = 'choosing' | 'loading' | 'open' | 'exiting'

export interface LocalState {
  readonly phase: LocalPhase
  readonly transcriptsError: string | undefined
  readonly audioError: string | undefined
  /** Shown as the meeting's name. */
  readonly name: string
}

interface LocalSessionOptions {
  createMedia: () => MediaElement
  notify: Notices
  /** Leaves for the launcher. */
  leave: () => void
  /** The browser's own unless given. */
  decode?: DecodeSound
}

const defaults: LocalState = {
  phase: 'choosing',
  transcriptsError: undefined,
  audioError: undefined,
  name: '',
}

/** Two files of this computer, replayed; nothing of them leaves it. */
export class LocalSession extends Store<LocalState> {
  readonly replay: Replay
  readonly #options: LocalSessionOptions
  readonly #scope = new Scope()
  #data: Scope | undefined

  constructor(options: LocalSessionOptions) {
    super(defaults)
    this.#options = options
    this.replay = new Replay(this.#scope, options.createMedia, error =>
      options.notify.error(...reportOf(error)),
    )
  }

  /** Without a recording the transcript can be read and not heard, without a transcript the recording heard and not read. */
  readonly load = async (transcripts: File | undefined, audio?: File): Promise<void> => {
    if (this.getSnapshot().phase === 'loading') return
    this.#data?.dispose()
    const data = this.#scope.child()
    this.#data = data
    this.set({ ...defaults, phase: 'loading', name: (transcripts ?? audio)?.name ?? '' })
    try {
      const transcriptsError = transcripts && (await this.#loadTranscripts(transcripts))
      if (data.disposed) return
      if (transcriptsError !== undefined) {
        this.#options.notify.error(texts.past.failedLoadFiles(transcriptsError))
        return this.#refuse({ transcriptsError })
      }
      if (!transcripts) this.replay.setTranscript(buildTranscript([]))
      const audioError = audio && (await this.#loadAudio(audio, data))
      if (data.disposed) return
      if (audioError !== undefined) {
        this.#options.notify.error(texts.past.failedLoadAudioFile(audioError))
        return this.#refuse({ audioError })
      }
    } catch (error) {
      if (data.disposed) return
      this.#options.notify.error(texts.past.failedLoadFiles(reportOf(error)[0]))
      return this.#refuse({})
    }
    this.set({ phase: 'open' })
    if (!audio) return
    this.#options.notify.success(texts.past.audioFileLoaded)
    void this.#drawWave(audio, data)
  }

  /** Unloads the data and asks for files again. */
  readonly clear = (): void => {
    this.#data?.dispose()
    this.replay.clear()
    this.set(defaults)
  }

  readonly exit = (): void => {
    this.set({ phase: 'exiting' })
    this.#options.notify.warning(texts.past.exitingMeeting)
    this.dispose()
    this.#options.notify.success(texts.past.exited)
    this.#options.leave()
  }

  dispose(): void {
    this.replay.clear()
    this.#scope.dispose()
  }

  #refuse(errors: Partial<LocalState>): void {
    this.replay.clear()
    this.set({ ...defaults, ...errors })
  }

  /** What is wrong with the file, if anything. */
  async #loadTranscripts(file: File): Promise<string | undefined> {
    let text: string
    try {
      text = await file.text()
    } catch {
      return texts.past.transcriptsReadError
    }
    const parsed = parseTranscriptsFile(text)
    if (!parsed.ok) return texts.past[parsed.reason]
    this.replay.setTranscript(parsed.transcript)
    this.replay.setHighlights(parsed.highlights)
    return undefined
  }

  /** The timeline is there without it: nothing waits for a waveform. */
  async #drawWave(file: File, data: Scope): Promise<void> {
    const { durationMs } = this.replay.player.getSnapshot()
    const peaks = await peaksOfFile(file, durationMs, data, this.#options.decode)
    if (peaks && !data.disposed) this.replay.setPeaks(peaks)
  }

  async #loadAudio(file: File, data: Scope): Promise<string | undefined> {
    try {
      // The element reports a vanished file as an unsupported one; the first bytes distinguish the two.
      await file.slice(0, 16).arrayBuffer()
    } catch {
      return texts.past.audioReadError
    }
    try {
      await this.replay.player.init(data.objectUrl(file))
    } catch {
      return texts.past.audioUnreadable
    }
    const { durationMs } = this.replay.player.getSnapshot()
    if (durationMs > 0) this.replay.setMeetingLength(durationMs)
    return undefined
  }
}
