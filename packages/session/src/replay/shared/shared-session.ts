import { type OpenedLink, RAW_BUFFER_TIMEOUT_MS } from '@livetap/contract'
import {
  openSharedLink,
  sharedAudioUrl,
  sharedHighlights,
  sharedPeaks,
  sharedTranscript,
  sharedVideoUrl,
} from '@livetap/contract/calls/shared-links'
import { buildHighlights, createTranscriptBuilder } from '@livetap/transcript'
import { ApiClient, type ApiClientOptions } from '../../api-client'
import { ApiError, reportOf } from '../../api-error'
import type { Notices } from '../../notices'
import { Scope } from '../../scope'
import { Store } from '../../store'
import { readPeaks, readTranscriptPage } from '../bulk-answers'
import type { MediaElement } from '../player/media-element'
import { FRESH_MS } from '../player/renewable-media'
import { Replay, transcriptCues } from '../replay'
import { type LinkRefusal, linkRefusal } from './link-refusal'
import { shiftTimes } from './shift-times'

/** `password` asks for one; `loading` shows what is there already. */
export type SharedPhase = 'opening' | 'password' | 'loading' | 'open' | 'refused'

export interface SharedState {
  readonly phase: SharedPhase
  /** What is shared, once the link was opened. */
  readonly link: OpenedLink | undefined
  /** A password is being checked. */
  readonly isChecking: boolean
  /** What was wrong with the last one. */
  readonly passwordProblem: 'wrong' | 'throttled' | undefined
  readonly refusal: LinkRefusal | undefined
  readonly isSoundless: boolean
  /** Of a whole meeting with a picture, once its address is there. */
  readonly videoUrl: string | undefined
  /** A picture was promised and could not be had. */
  readonly isVideoGone: boolean
}

export interface SharedSessionOptions {
  /** The last part of the link's address. */
  token: string
  /** Where to stand when the player is ready, from the start of what is shared. */
  startAtMs?: number
  createMedia: () => MediaElement
  notify: Notices
  origin?: string
  fetch?: ApiClientOptions['fetch']
}

/** About 10 ms of reading each, so that no part holds up the screen. */
const UTTERANCES_PER_TURN = 500

const defaults: SharedState = {
  phase: 'opening',
  link: undefined,
  isChecking: false,
  passwordProblem: undefined,
  refusal: undefined,
  isSoundless: false,
  videoUrl: undefined,
  isVideoGone: false,
}

/** What the link of a share shows to a reader who is not signed in: nothing of it can be changed. */
export class SharedSession extends Store<SharedState> {
  readonly replay: Replay
  readonly #options: SharedSessionOptions
  readonly #api: ApiClient
  readonly #scope = new Scope()
  #run: Scope | undefined
  /** The bearer of the opened link; it opens nothing else, and is kept nowhere. */
  #bearer: string | null = null
  #password: string | undefined
  #videoSince = 0

  constructor(options: SharedSessionOptions) {
    super(defaults)
    this.#options = options
    const { origin, fetch, createMedia, notify } = options
    this.#api = new ApiClient({ origin, fetch, token: () => this.#bearer, renew: () => this.#renew() })
    this.replay = new Replay(this.#scope, createMedia, error => notify.error(...reportOf(error)))
  }

  readonly start = async (): Promise<void> => {
    this.set(defaults)
    try {
      await this.#enter()
    } catch (error) {
      if (isUnauthorized(error)) this.set({ phase: 'password' })
      else this.#refuse(error)
    }
  }

  readonly givePassword = async (password: string): Promise<void> => {
    if (this.getSnapshot().isChecking) return
    this.#password = password
    this.set({ isChecking: true, passwordProblem: undefined })
    try {
      await this.#enter()
    } catch (error) {
      const { reason } = linkRefusal(error)
      if (isUnauthorized(error)) this.set({ passwordProblem: 'wrong' })
      else if (reason === 'throttled') this.set({ passwordProblem: 'throttled' })
      else this.#refuse(error)
    } finally {
      this.set({ isChecking: false })
    }
  }

  /** Once more with a fresh address: the old one may have run out. */
  readonly retryAudio = async (): Promise<void> => {
    const scope = this.#run
    if (scope && !scope.disposed) await this.#startPlayer(scope, this.replay.player.positionMs)
  }

  /** The video's element could not play it: its address has expired, or it is of no use. */
  readonly videoFailed = (): void => {
    const scope = this.#run
    if (!scope || scope.disposed || this.getSnapshot().videoUrl === undefined) return
    if (performance.now() - this.#videoSince < FRESH_MS) this.set({ videoUrl: undefined, isVideoGone: true })
    else void this.#loadVideo(scope)
  }

  dispose(): void {
    this.replay.clear()
    this.#scope.dispose()
    this.#bearer = null
    this.#password = undefined
  }

  async #enter(): Promise<void> {
    const link = await this.#open()
    this.#run?.dispose()
    const scope = this.#scope.child()
    this.#run = scope
    this.set({ phase: 'loading', link, refusal: undefined, isSoundless: link.recording === 'none' })
    if (link.duration !== null) this.replay.setMeetingLength(stretchMs(link, link.duration))
    await this.#load(scope, link)
  }

  async #open(): Promise<OpenedLink> {
    const body = { token: this.#options.token, password: this.#password }
    const link = await this.#api.call(openSharedLink, { body }, { signal: this.#scope.signal })
    this.#bearer = link.access_token
    return link
  }

  /** A bearer lives for an hour, the link may for longer: it is opened anew, and shows nothing any more where it cannot be. */
  async #renew(): Promise<boolean> {
    try {
      await this.#open()
      return true
    } catch (error) {
      if (isUnauthorized(error)) this.set({ phase: 'password' })
      else if (error instanceof ApiError && error.status === 404) this.#refuse(error)
      return false
    }
  }

  async #load(scope: Scope, link: OpenedLink): Promise<void> {
    const shiftMs = -(link.from_millis ?? 0)
    void this.#loadHighlights(scope, shiftMs)
    try {
      await this.#loadTranscript(scope, shiftMs)
    } catch (error) {
      if (!scope.disposed && this.getSnapshot().phase === 'loading') this.#refuse(error)
      return
    }
    this.set({ phase: 'open' })
    if (link.recording === 'none') return
    void this.#startPlayer(scope, this.#options.startAtMs)
    if (link.recording === 'video') void this.#loadVideo(scope)
    const timeoutMs = RAW_BUFFER_TIMEOUT_MS
    this.#api.read(sharedPeaks, {}, readPeaks, { signal: scope.signal, timeoutMs }).then(
      peaks => this.replay.setPeaks(peaks),
      // What has no waveform still has its timeline.
      () => {},
    )
  }

  async #loadTranscript(scope: Scope, shiftMs: number): Promise<void> {
    const { results, speakers } = await this.#api.read(sharedTranscript, {}, readTranscriptPage, {
      signal: scope.signal,
      timeoutMs: RAW_BUFFER_TIMEOUT_MS,
    })
    const builder = createTranscriptBuilder()
    for (let at = 0; at < results.length; at += UTTERANCES_PER_TURN) {
      if (at > 0) await scope.wait(0)
      builder.add(results.slice(at, at + UTTERANCES_PER_TURN).map(one => shiftTimes(one, shiftMs)))
    }
    const transcript = builder.build(speakers)
    this.replay.setTranscript(transcript, {}, transcriptCues(transcript))
  }

  async #loadHighlights(scope: Scope, shiftMs: number): Promise<void> {
    try {
      const { highlights } = await this.#api.call(sharedHighlights, {}, { signal: scope.signal })
      this.replay.setHighlights(buildHighlights(shiftTimes(highlights, shiftMs)))
    } catch (error) {
      if (!scope.disposed && this.getSnapshot().phase !== 'refused')
        this.#options.notify.error(...reportOf(error))
    }
  }

  async #startPlayer(scope: Scope, startAtMs: number | undefined): Promise<void> {
    const { player } = this.replay
    try {
      const url = await this.#audioUrl(scope)
      await player.init(url, this.replay.getSnapshot().durationMs, () => this.#audioUrl(scope))
      if (startAtMs) player.seek(startAtMs)
    } catch (error) {
      if (scope.disposed) return
      const isAbsent = error instanceof ApiError && error.status === 404
      if (isAbsent) this.set({ isSoundless: true })
      // The play bar says what the player itself could not do.
      else if (error instanceof ApiError && this.getSnapshot().phase !== 'refused')
        this.#options.notify.error(...reportOf(error))
    }
  }

  async #loadVideo(scope: Scope): Promise<void> {
    try {
      const { url } = await this.#api.call(sharedVideoUrl, {}, { signal: scope.signal })
      this.#videoSince = performance.now()
      this.set({ videoUrl: url, isVideoGone: false })
    } catch (error) {
      if (scope.disposed || this.getSnapshot().phase === 'refused') return
      this.set({ videoUrl: undefined, isVideoGone: true })
      this.#options.notify.error(...reportOf(error))
    }
  }

  async #audioUrl(scope: Scope): Promise<string> {
    return (await this.#api.call(sharedAudioUrl, {}, { signal: scope.signal })).url
  }

  #refuse(error: unknown): void {
    if (this.#scope.disposed) return
    this.#run?.dispose()
    this.#bearer = null
    this.replay.clear()
    this.set({ phase: 'refused', refusal: linkRefusal(error), link: undefined, videoUrl: undefined })
  }
}

const isUnauthorized = (error: unknown): boolean =>
  error instanceof ApiError && error.reason === 'unauthorized'

/** How much of a meeting of this length a link shows. */
const stretchMs = ({ from_millis, to_millis }: OpenedLink, durationMs: number): number =>
  Math.max(0, Math.min(to_millis ?? durationMs, durationMs) - (from_millis ?? 0))
