import {
  DO_NOT_RECORD_AUDIO,
  fillRoute,
  MEETING_LIVE,
  PAST_POLL_ATTEMPTS,
  PAST_POLL_MS,
  routes,
  texts,
  VIDEO_DELAY_MS,
} from '@livetap/contract'
import { buildHighlights } from '@livetap/transcript'
import type { ApiClient } from '../api-client'
import { isCancelled } from '../api-error'
import { askUntilReady } from '../ask-until-ready'
import type { Notices } from '../notices'
import { Scope } from '../scope'
import { Store } from '../store'
import { loadTranscript } from './load-transcript'
import type { MediaElement } from './media-element'
import { PastCalls } from './past-calls'
import { PastEdits } from './past-edits'
import { type PastLoading, type PastState, pastDefaults } from './past-state'
import { type PollOutcome, type PollPart, pollOnce } from './poll-part'
import { ProcessingWatch } from './processing-progress'
import { Replay } from './replay'
import { ReplayError } from './replay-error'
import { reportOf } from './report-of'
import { UtteranceEditor } from './utterance-editor'

export interface PastSessionOptions {
  api: ApiClient
  meetingId: string
  /** Where to stand when the player is ready. */
  startAtMs?: number | undefined
  userName: string
  createMedia: () => MediaElement
  notify: Notices
  /** Leaves the screen for another address. */
  goTo: (path: string) => void
}

/** An exit waits this long for an edit that is still being saved. */
const FLUSH_MS = 5000

/** One past meeting from its entry to its exit: status, data, player, video, edits. */
export class PastSession extends Store<PastState> {
  readonly replay: Replay
  readonly edits: PastEdits
  readonly editor: UtteranceEditor
  readonly calls: PastCalls
  readonly #options: PastSessionOptions
  readonly #scope = new Scope()
  readonly #processing = new ProcessingWatch()
  #run: Scope | undefined

  constructor(options: PastSessionOptions) {
    super(pastDefaults)
    this.#options = options
    const { notify } = options
    this.calls = new PastCalls(options.api, options.meetingId)
    this.replay = new Replay(this.#scope, options.createMedia, error => notify.error(...reportOf(error)))
    this.editor = new UtteranceEditor(this.#scope, this.replay, this.calls)
    this.edits = new PastEdits(this.replay, this.calls, options.userName, notify)
  }

  /** Enters, or enters again after a failure. */
  readonly start = async (): Promise<void> => {
    this.#run?.dispose()
    const scope = this.#scope.child()
    this.#run = scope
    const { detail, processing } = this.getSnapshot()
    this.set({ ...pastDefaults, detail, processing })
    try {
      if (await this.#enter(scope)) await this.#open(scope)
    } catch (error) {
      if (scope.disposed || isCancelled(error)) return
      this.#fail(texts.past.failedSetup(messageOf(error)), error)
    }
  }

  /** Once more with a fresh address: the old one may have run out. */
  readonly retryAudio = async (): Promise<void> => {
    const scope = this.#run
    if (!scope || scope.disposed) return
    const positionMs = this.replay.player.positionMs
    const outcome = await this.#fetchAudio(scope)
    if (outcome === 'loaded') await this.#startPlayer(scope, positionMs || this.#options.startAtMs)
    else this.#options.notify.error(texts.past.failedAudioUrl)
  }

  readonly retryHighlights = async (): Promise<void> => {
    const scope = this.#run
    if (!scope || scope.disposed) return
    this.set({ highlightsFailed: false })
    try {
      await this.#fetchHighlights(scope)
    } catch {
      if (!scope.disposed) this.#highlightsFailed()
    }
  }

  #highlightsFailed(): void {
    this.set({ highlightsFailed: true })
    this.#options.notify.error(texts.past.failedHighlights)
  }

  /** The video's element could not play it. */
  readonly videoFailed = (): void => {
    if (this.getSnapshot().videoUrl === undefined) return
    this.set({ videoUrl: undefined })
    this.#options.notify.warning(texts.past.videoNotFound)
  }

  /** Rejects with what went wrong: no text of the catalogue says it, so it stands where it was asked. */
  readonly processing = async (action: 'cancel' | 'retry'): Promise<void> => {
    const detail = await this.calls.processing(action)
    this.set({ detail })
    void this.start()
  }

  /** Rejects with what went wrong. */
  readonly rename = async (title: string): Promise<void> => {
    this.set({ detail: await this.calls.rename(title) })
  }

  /** Leaves the screen when it is done; rejects with what went wrong. */
  readonly deleteMeeting = async (): Promise<void> => {
    this.set({ isDeleting: true })
    try {
      await this.calls.deleteMeeting()
    } catch (error) {
      this.set({ isDeleting: false })
      throw error
    }
    this.#leave()
  }

  readonly exit = async (): Promise<void> => {
    if (this.getSnapshot().phase === 'exiting') return
    this.set({ phase: 'exiting' })
    this.#options.notify.warning(texts.past.exitingMeeting)
    await Promise.race([this.editor.flush(), this.#scope.wait(FLUSH_MS)]).catch(() => {})
    if (this.#scope.disposed) return
    this.#leave()
  }

  dispose(): void {
    this.replay.clear()
    this.#scope.dispose()
    this.set({ ...pastDefaults, phase: 'closed' })
  }

  #leave(): void {
    this.dispose()
    this.#options.notify.success(texts.past.exited)
    this.#options.goTo(routes.launcher)
  }

  async #enter(scope: Scope): Promise<boolean> {
    this.#loading({ status: true })
    const detail = this.#refreshDetail(scope)
    const { status } = await askUntilReady(() => this.calls.status(scope.signal), scope).finally(() =>
      this.#loading({ status: false }),
    )
    if (status !== MEETING_LIVE) {
      // Beside the transcript's own call: nothing waits for it but the length of the timeline.
      if (status === 'processing' || status === 'failed') await detail
      return true
    }
    this.#options.notify.warning(texts.past.meetingNotEnded)
    this.set({ phase: 'redirected' })
    const { meetingId } = this.#options
    this.#options.goTo(fillRoute(routes.live, { meeting_id: meetingId, record_audio: DO_NOT_RECORD_AUDIO }))
    return false
  }

  async #open(scope: Scope): Promise<void> {
    const parts: PollPart[] = [
      { load: () => this.#fetchTranscript(scope), notReady: texts.past.transcriptsNotReady },
      { load: () => this.#fetchAudio(scope), notReady: texts.past.audioUrlNotReady },
      { load: () => this.#fetchHighlights(scope), notReady: undefined },
    ]
    this.set({ phase: 'polling' })
    for (let attempt = 1; ; attempt++) {
      this.set({ attempt })
      await Promise.all(parts.map(part => pollOnce(part, scope.signal)))
      const late = parts.filter(part => part.outcome === 'later')
      if (late.length === 0 || attempt === PAST_POLL_ATTEMPTS) break
      for (const { notReady } of late) if (notReady) this.#options.notify.info(notReady)
      await scope.wait(PAST_POLL_MS)
      await this.#refreshDetail(scope)
    }
    this.#settle(scope, parts)
  }

  #settle(scope: Scope, [transcripts, audio, highlights]: PollPart[]): void {
    const { notify } = this.#options
    if (transcripts?.outcome === 'later' && this.getSnapshot().detail?.status === 'processing') {
      this.set({ phase: 'waiting' })
      return
    }
    // Nothing of a recording that could not be processed is there: one message says it all.
    if (transcripts?.outcome !== 'loaded' && this.getSnapshot().detail?.status === 'failed') {
      this.#fail(texts.past.failedTranscripts, transcripts?.error ?? new Error())
      return
    }
    if (highlights?.outcome !== 'loaded') this.#highlightsFailed()
    if (audio?.outcome !== 'loaded') notify.error(texts.past.failedAudioUrl)
    if (transcripts?.outcome !== 'loaded') {
      this.#fail(texts.past.failedTranscripts, transcripts?.error ?? new Error())
      return
    }
    this.set({ phase: 'open' })
    if (audio?.outcome === 'loaded') void this.#startPlayer(scope, this.#options.startAtMs)
    scope.timeout(() => void this.#fetchVideo(scope), VIDEO_DELAY_MS)
    this.calls.peaks(scope.signal).then(
      peaks => this.replay.setPeaks(peaks),
      // A meeting without a waveform still has its timeline.
      () => {},
    )
  }

  async #startPlayer(scope: Scope, startAtMs: number | undefined): Promise<void> {
    const { audioUrl, detail } = this.getSnapshot()
    if (audioUrl === undefined) return
    try {
      await this.replay.player.init(audioUrl, detail?.duration ?? this.replay.getSnapshot().durationMs)
      if (startAtMs !== undefined) this.replay.player.seek(startAtMs)
    } catch (error) {
      if (scope.disposed || !(error instanceof ReplayError) || error.reason === 'not-inited') return
      const text = error.reason === 'media' ? texts.past.failedPlayerStartWith(error.message) : error.message
      this.#options.notify.error(text)
    }
  }

  async #fetchTranscript(scope: Scope): Promise<PollOutcome> {
    this.#loading({ transcripts: true })
    try {
      await loadTranscript({
        calls: this.calls,
        scope,
        onOffTheRecord: ranges => this.replay.setOffTheRecord(ranges),
        onTranscript: (transcript, progress, cues) => {
          this.replay.setTranscript(transcript, progress, cues)
          this.#loading({ transcripts: false })
        },
      })
      return 'loaded'
    } finally {
      this.#loading({ transcripts: false })
    }
  }

  async #fetchAudio(scope: Scope): Promise<PollOutcome> {
    this.#loading({ media: true })
    try {
      this.set({ audioUrl: await this.calls.audioUrl(scope.signal) })
      return 'loaded'
    } finally {
      this.#loading({ media: false })
    }
  }

  async #fetchHighlights(scope: Scope): Promise<PollOutcome> {
    this.#loading({ highlights: true })
    try {
      this.replay.setHighlights(buildHighlights(await this.calls.highlights(scope.signal)))
      return 'loaded'
    } finally {
      this.#loading({ highlights: false })
    }
  }

  async #fetchVideo(scope: Scope): Promise<void> {
    const { notify } = this.#options
    this.#loading({ media: true })
    try {
      this.set({ videoUrl: await this.calls.videoUrl(scope.signal) })
      notify.success(texts.past.videoFetched)
    } catch {
      if (!scope.disposed) notify.warning(texts.past.videoNotFound)
    } finally {
      this.#loading({ media: false })
    }
  }

  /** Ours, not the documents': a server without it costs the title and the stages, nothing else. */
  async #refreshDetail(scope: Scope): Promise<void> {
    try {
      const detail = await this.calls.detail(scope.signal)
      const isProcessing = detail.status === 'processing'
      const processing = isProcessing ? this.#processing.look(detail, Date.now()) : undefined
      this.set({ detail, processing })
      if (detail.duration) this.replay.setMeetingLength(detail.duration)
    } catch {}
  }

  #loading(change: Partial<PastLoading>): void {
    if (this.getSnapshot().phase === 'closed') return
    this.set({ loading: { ...this.getSnapshot().loading, ...change } })
  }

  #fail(title: string, cause: unknown): void {
    const error = cause instanceof Error ? cause : new Error(String(cause))
    this.set({ phase: 'failed', failure: { title, error }, loading: pastDefaults.loading })
    const [, detail] = reportOf(error)
    this.#options.notify.error(title, detail)
  }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
