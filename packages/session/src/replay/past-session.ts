import {
  listeningPath,
  MEETING_LIVE,
  PAST_POLL_ATTEMPTS,
  PAST_POLL_MS,
  routes,
  texts,
  VIDEO_DELAY_MS,
} from '@livetap/contract'
import { ApiError, isCancelled } from '../api-error'
import { retryUntilReady } from '../retry'
import { Scope } from '../scope'
import { Store } from '../store'
import { PastEdits } from './edit/past-edits'
import { PastLines } from './edit/past-lines'
import { UtteranceEditor } from './edit/utterance-editor'
import { PastCalls } from './past-calls'
import { PastDetail } from './past-detail'
import { PastMedia } from './past-media'
import type { PastSessionOptions } from './past-session-options'
import { type PastLoading, type PastState, pastDefaults } from './past-state'
import { PastText } from './past-text'
import { type PollOutcome, type PollPart, pollOnce } from './poll-part'
import { Replay } from './replay'
import { reportOf } from './report-of'

/** An exit waits this long for an edit that is still being saved. */
const FLUSH_MS = 5000
/** What the server knows of the meeting itself is awaited for so long before its sound is asked for. */
const DETAIL_MS = 2000

/** One past meeting from its entry to its exit: status, data, player, video, edits. */
export class PastSession extends Store<PastState> {
  readonly replay: Replay
  readonly edits: PastEdits
  readonly editor: UtteranceEditor
  readonly lines: PastLines
  readonly media: PastMedia
  readonly calls: PastCalls
  readonly #options: PastSessionOptions
  readonly #scope = new Scope()
  readonly #detail: PastDetail
  readonly #text: PastText
  #run: Scope | undefined

  constructor(options: PastSessionOptions) {
    super(pastDefaults)
    this.#options = options
    const { notify } = options
    this.calls = new PastCalls(options.api, options.meetingId)
    this.replay = new Replay(this.#scope, options.createMedia, error => notify.error(...reportOf(error)))
    this.editor = new UtteranceEditor(this.#scope, this.replay, this.calls)
    this.edits = new PastEdits(this.replay, this.calls, options.userName, notify)
    const { replay, calls, editor, edits } = this
    this.lines = new PastLines({ replay, calls, editor, edits })
    const state = this.getSnapshot
    const set = (change: Partial<PastState>) => this.set(change)
    const setLoading = (change: Partial<PastLoading>) => this.#loading(change)
    const { startAtMs } = options
    this.media = new PastMedia({ replay, calls, notify, startAtMs, state, set, setLoading })
    this.#detail = new PastDetail({ replay, calls, state, set })
    this.#text = new PastText({ replay, calls, editor, setLoading })
  }

  /** Enters, or enters again after a failure. */
  readonly start = async (): Promise<void> => {
    this.#run?.dispose()
    const scope = this.#scope.child()
    this.#run = scope
    const { detail, processing } = this.getSnapshot()
    this.set({ ...pastDefaults, detail, processing })
    try {
      this.#text.askAhead(scope)
      if (await this.#enter(scope)) await this.#open(scope)
    } catch (error) {
      if (scope.disposed || isCancelled(error)) return
      if (await this.#isDeleted(error, scope)) return
      if (!scope.disposed) this.#fail(texts.past.failedSetup(messageOf(error)), error)
    }
  }

  readonly retryAudio = async (): Promise<void> => {
    if (this.#run && !this.#run.disposed) await this.media.retry(this.#run)
  }

  readonly retryHighlights = async (): Promise<void> => {
    const scope = this.#run
    if (!scope || scope.disposed) return
    this.set({ highlightsFailed: false })
    try {
      await this.#text.fetchHighlights(scope)
    } catch {
      if (!scope.disposed) this.#highlightsFailed()
    }
  }

  #highlightsFailed(): void {
    this.set({ highlightsFailed: true })
    this.#options.notify.error(texts.past.failedHighlights)
  }

  /** Shows the better text. What was typed and could not be saved goes on at the same place of it. */
  readonly showImproved = async (): Promise<void> => {
    await this.editor.close()
    if (await this.#readAgain()) this.set({ isTextImproved: false })
  }

  /** Shows what others made of the lines. The line in hand stays open, with what was typed there. */
  readonly loadNewer = async (): Promise<void> => {
    await this.editor.save()
    await this.#readAgain()
  }

  async #readAgain(): Promise<boolean> {
    const scope = this.#run
    if (!scope || scope.disposed) return false
    try {
      await this.#text.fetchTranscript(scope)
    } catch (error) {
      if (!scope.disposed) this.#options.notify.error(texts.past.failedTranscripts, reportOf(error)[1])
      return false
    }
    return true
  }

  /** Rejects with what went wrong: no text of the catalogue says it, so it is where it was asked. */
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
    const detail = this.#detail.readFirst(scope)
    let asks = 0
    const ask = () => {
      if (++asks > 1) this.#text.dropAhead()
      return this.calls.status(scope.signal)
    }
    const { status } = await retryUntilReady(ask, scope.signal).finally(() => this.#loading({ status: false }))
    if (status !== MEETING_LIVE) {
      // Beside the transcript's own call: nothing waits for it but the length of the timeline.
      if (status === 'processing' || status === 'failed') await detail
      return true
    }
    this.#options.notify.warning(texts.past.meetingNotEnded)
    this.set({ phase: 'redirected' })
    this.#options.goTo(listeningPath(this.#options.meetingId))
    return false
  }

  async #open(scope: Scope): Promise<void> {
    const parts: PollPart[] = [
      { load: () => this.#text.fetchTranscript(scope), notReady: texts.past.transcriptsNotReady },
      { load: () => this.#fetchAudio(scope), notReady: texts.past.audioUrlNotReady },
      { load: () => this.#text.fetchHighlights(scope), notReady: undefined },
    ]
    this.set({ phase: 'polling' })
    for (let attempt = 1; ; attempt++) {
      this.set({ attempt })
      await Promise.all(parts.map(part => pollOnce(part, scope.signal)))
      const late = parts.filter(part => part.outcome === 'later')
      if (late.length === 0 || attempt === PAST_POLL_ATTEMPTS) break
      for (const { notReady } of late) if (notReady) this.#options.notify.info(notReady)
      await scope.wait(PAST_POLL_MS)
      await this.#detail.refresh(scope)
    }
    // A call that ended while it was awaited may have no sound, which is no failure.
    if (parts[1]?.outcome !== 'loaded') await this.#detail.refresh(scope)
    if (!scope.disposed) this.#settle(scope, parts)
  }

  /** Asks for no sound where the server says that there is none. */
  async #fetchAudio(scope: Scope): Promise<PollOutcome> {
    await Promise.race([this.#detail.known(), scope.wait(DETAIL_MS)])
    return this.getSnapshot().detail?.recording === 'none' ? 'failed' : await this.media.fetchAudio(scope)
  }

  /** True when the server knows that the meeting was deleted: then nothing has failed. */
  async #isDeleted(error: unknown, scope: Scope): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 404) return false
    const deletion = await this.calls.deletion(scope.signal).catch(() => undefined)
    if (!deletion || scope.disposed) return false
    this.set({ phase: 'failed', deletion, failure: { title: texts.past.deleted, error } })
    return true
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
    const isSoundless = audio?.outcome !== 'loaded' && this.getSnapshot().detail?.recording === 'none'
    if (audio?.outcome !== 'loaded' && !isSoundless) notify.error(texts.past.failedAudioUrl)
    if (transcripts?.outcome !== 'loaded') {
      this.#fail(texts.past.failedTranscripts, transcripts?.error ?? new Error())
      return
    }
    this.set({ phase: 'open', isSoundless })
    if (isSoundless) return
    void this.#detail.watchText(scope)
    if (audio?.outcome === 'loaded') void this.media.startPlayer(scope, this.#options.startAtMs)
    scope.timeout(() => void this.media.fetchVideo(scope), VIDEO_DELAY_MS)
    this.calls.peaks(scope.signal).then(
      peaks => this.replay.setPeaks(peaks),
      // A meeting without a waveform still has its timeline.
      () => {},
    )
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
