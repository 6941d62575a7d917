import {
  listeningPath,
  MEETING_LIVE,
  PAST_POLL_ATTEMPTS,
  PAST_POLL_MS,
  routes,
  texts,
  VIDEO_DELAY_MS,
} from '@livetap/contract'
import { buildHighlights } from '@livetap/transcript'
import type { ApiClient } from '../api-client'
import { ApiError, isCancelled, reportOf, toError } from '../api-error'
import type { MeetingRecord } from '../meeting/meeting-record'
import type { Notices } from '../notices'
import { isWorthAsking, retryUntilReady } from '../retry'
import { Scope } from '../scope'
import { Store } from '../store'
import type { TranscriptPage } from './bulk-answers'
import { PastEdits } from './edit/past-edits'
import { PastLines } from './edit/past-lines'
import { UtteranceEditor } from './edit/utterance-editor'
import { firstPage, loadTranscript } from './load-transcript'
import { PastCalls } from './past-calls'
import { PastMedia } from './past-media'
import { type PastLoading, type PastState, pastDefaults } from './past-state'
import type { MediaElement } from './player/media-element'
import { ProvisionalText } from './provisional-text'
import { Replay } from './replay'

export interface PastSessionOptions {
  api: ApiClient
  record: MeetingRecord
  /** Where to stand when the player is ready. */
  startAtMs?: number
  userName: string
  createMedia: () => MediaElement
  notify: Notices
  /** Leaves the screen for another address. */
  goTo: (path: string) => void
}

/** One of the things a meeting needs before it can be replayed. */
interface PollPart {
  /** False: there is nothing to be had. */
  load: () => Promise<boolean>
  /** Said once, when it has to be asked for again. */
  notReady?: string
  outcome?: 'loaded' | 'later' | 'failed'
  error?: Error
}

/** An exit waits this long for an edit that is still being saved. */
const FLUSH_MS = 5000
/** What the server knows of the meeting itself is awaited for so long before its sound is asked for. */
const DETAIL_MS = 2000
/** Between two questions whether a better text is there. */
const IMPROVED_POLL_MS = 10_000

/** One past meeting from its entry to its exit: status, detail, text, player, edits. */
export class PastSession extends Store<PastState> {
  readonly replay: Replay
  readonly edits: PastEdits
  readonly editor: UtteranceEditor
  readonly lines: PastLines
  readonly media: PastMedia
  readonly calls: PastCalls
  readonly #options: PastSessionOptions
  readonly #scope = new Scope()
  #run: Scope | undefined
  #firstDetail: Promise<void> | undefined
  /** Asked for beside the status: the first text waits for one answer instead of two. */
  #firstPage: Promise<TranscriptPage> | undefined

  constructor(options: PastSessionOptions) {
    super(pastDefaults)
    this.#options = options
    const { notify } = options
    const calls = new PastCalls(options.api, options.record.meetingId)
    const replay = new Replay(this.#scope, options.createMedia, error => notify.error(...reportOf(error)))
    this.calls = calls
    this.replay = replay
    this.editor = new UtteranceEditor(this.#scope, replay, calls)
    this.edits = new PastEdits(replay, calls, options.userName, notify)
    this.lines = new PastLines({ replay, calls, editor: this.editor, edits: this.edits })
    this.media = new PastMedia(replay, calls, notify)
    this.#scope.add(this.media.subscribe(() => this.#mediaChanged()))
    this.#scope.add(options.record.subscribe(() => this.#recordChanged()))
    this.#recordChanged()
  }

  /** Enters, or enters again after a failure. */
  readonly start = async (): Promise<void> => {
    this.#run?.dispose()
    const scope = this.#scope.child()
    this.#run = scope
    const { detail, processing } = this.getSnapshot()
    this.media.reset()
    this.set({ ...pastDefaults, detail, processing })
    try {
      this.#firstPage = firstPage(this.calls, scope)
      this.#firstPage.catch(() => {})
      if (await this.#enter(scope)) await this.#open(scope)
    } catch (error) {
      if (scope.disposed || isCancelled(error)) return
      if (await this.#isDeleted(error, scope)) return
      if (!scope.disposed) this.#fail(texts.past.failedSetup(reportOf(error)[0]), error)
    }
  }

  /** Once more with a fresh address: the old one may have run out. */
  readonly retryAudio = async (): Promise<void> => {
    const scope = this.#run
    if (!scope || scope.disposed) return
    const { positionMs } = this.replay.player
    await this.media.fetchAudio(scope)
    await this.#startPlayer(scope, positionMs || this.#options.startAtMs)
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
      await this.#fetchTranscript(scope)
    } catch (error) {
      if (!scope.disposed) this.#options.notify.error(texts.past.failedTranscripts, reportOf(error)[1])
      return false
    }
    return true
  }

  /** Rejects with what went wrong: no text of the catalogue says it, so it is where it was asked. */
  readonly processing = async (action: 'cancel' | 'retry'): Promise<void> => {
    await this.#options.record.changeProcessing(action)
    void this.start()
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
    this.#firstDetail = this.#options.record.refresh()
    let asks = 0
    const ask = () => {
      // What was answered while the meeting was not ready is out of date.
      if (++asks > 1) this.#firstPage = undefined
      return this.calls.status(scope.signal)
    }
    const { status } = await retryUntilReady(ask, scope.signal).finally(() =>
      this.#loading({ status: false }),
    )
    if (status !== MEETING_LIVE) {
      // Beside the transcript's own call: nothing waits for it but the length of the timeline.
      if (status === 'processing' || status === 'failed') await this.#firstDetail
      return true
    }
    this.#options.notify.warning(texts.past.meetingNotEnded)
    this.set({ phase: 'redirected' })
    this.#options.goTo(listeningPath(this.calls.meetingId))
    return false
  }

  async #open(scope: Scope): Promise<void> {
    const transcript: PollPart = {
      load: () => this.#fetchTranscript(scope),
      notReady: texts.past.transcriptsNotReady,
    }
    const audio: PollPart = { load: () => this.#fetchAudio(scope), notReady: texts.past.audioUrlNotReady }
    const highlights: PollPart = { load: () => this.#fetchHighlights(scope) }
    const parts = [transcript, audio, highlights]
    const provisional = new ProvisionalText(this.replay, this.calls)
    this.set({ phase: 'polling' })
    for (let attempt = 1; ; attempt++) {
      this.set({ attempt })
      await Promise.all(parts.map(part => pollOnce(part, scope.signal)))
      const late = parts.filter(part => part.outcome === 'later')
      if (late.length === 0 || attempt === PAST_POLL_ATTEMPTS) break
      for (const part of late) {
        if (part.notReady) this.#options.notify.info(part.notReady)
        part.notReady = undefined
      }
      if (transcript.outcome === 'later') void provisional.show(scope)
      await scope.wait(PAST_POLL_MS)
      await this.#options.record.refresh()
    }
    // A call that ended while it was awaited may have no sound, which is no failure.
    if (audio.outcome !== 'loaded') await this.#options.record.refresh()
    if (!scope.disposed) this.#settle(scope, transcript, audio, highlights)
  }

  #settle(scope: Scope, transcript: PollPart, audio: PollPart, highlights: PollPart): void {
    const { detail } = this.getSnapshot()
    if (transcript.outcome === 'later' && detail?.status === 'processing') {
      this.set({ phase: 'waiting' })
      return
    }
    const isSoundless = audio.outcome !== 'loaded' && detail?.recording === 'none'
    // Nothing of a recording that could not be processed is there: one message says it all.
    if (transcript.outcome === 'loaded' || detail?.status !== 'failed') {
      if (highlights.outcome !== 'loaded') this.#highlightsFailed()
      if (audio.outcome !== 'loaded' && !isSoundless) this.#options.notify.error(texts.past.failedAudioUrl)
    }
    if (transcript.outcome !== 'loaded') {
      this.#fail(texts.past.failedTranscripts, transcript.error ?? new Error())
      return
    }
    this.set({ phase: 'open', isSoundless })
    // What is known of it is from before it was ready.
    if (detail?.status === 'processing') void this.#options.record.refresh()
    if (isSoundless) return
    void this.#watchText(scope)
    if (audio.outcome === 'loaded') void this.#startPlayer(scope, this.#options.startAtMs)
    scope.timeout(() => void this.#fetchVideo(scope), VIDEO_DELAY_MS)
    this.calls.peaks(scope.signal).then(
      peaks => this.replay.setPeaks(peaks),
      // A meeting without a waveform still has its timeline.
      () => {},
    )
  }

  #recordChanged(): void {
    const { detail, processing } = this.#options.record.getSnapshot()
    this.set({ detail, processing })
    if (detail?.duration) this.replay.setMeetingLength(detail.duration)
  }

  /**
   * Says so when a better text than the one shown is there. What comes of a call that ended just now may not be known
   * yet, so that it is asked once more in any case.
   */
  async #watchText(scope: Scope): Promise<void> {
    await this.#firstDetail
    const enhancement = () => this.getSnapshot().detail?.enhancement
    if (enhancement() === undefined || enhancement() === 'done') return
    do {
      await scope.wait(IMPROVED_POLL_MS).catch(() => {})
      if (!scope.disposed) await this.#options.record.refresh()
    } while (enhancement() === 'pending' && !scope.disposed)
    if (enhancement() === 'done' && !scope.disposed) this.set({ isTextImproved: true })
  }

  async #fetchTranscript(scope: Scope): Promise<boolean> {
    this.#loading({ transcripts: true })
    const first = this.#firstPage
    this.#firstPage = undefined
    try {
      await loadTranscript({
        calls: this.calls,
        first,
        scope,
        // A text that is read stays until the whole of another one is there.
        showsFirst: this.replay.getSnapshot().transcript === undefined,
        onOffTheRecord: ranges => this.replay.setOffTheRecord(ranges),
        onTranscript: (transcript, progress, cues) => {
          this.editor.carryOver(() => this.replay.setTranscript(transcript, progress, cues))
          this.#loading({ transcripts: false })
        },
      })
      return true
    } finally {
      this.#loading({ transcripts: false })
    }
  }

  async #fetchHighlights(scope: Scope): Promise<boolean> {
    this.#loading({ highlights: true })
    try {
      this.replay.setHighlights(buildHighlights(await this.calls.highlights(scope.signal)))
      return true
    } finally {
      this.#loading({ highlights: false })
    }
  }

  /** Asks for no sound where the server says that there is none. */
  async #fetchAudio(scope: Scope): Promise<boolean> {
    await Promise.race([this.#firstDetail, scope.wait(DETAIL_MS)])
    if (this.getSnapshot().detail?.recording === 'none') return false
    await this.media.fetchAudio(scope)
    return true
  }

  /** Asks for no picture where the server says that there is sound alone. */
  async #fetchVideo(scope: Scope): Promise<void> {
    if (this.getSnapshot().detail?.recording !== 'audio') await this.media.fetchVideo(scope)
  }

  #startPlayer(scope: Scope, startAtMs: number | undefined): Promise<void> {
    const durationMs = this.getSnapshot().detail?.duration ?? this.replay.getSnapshot().durationMs
    return this.media.startPlayer(scope, durationMs, startAtMs)
  }

  #mediaChanged(): void {
    const { isLoading, ...media } = this.media.getSnapshot()
    this.set(media)
    if (isLoading !== this.getSnapshot().loading.media) this.#loading({ media: isLoading })
  }

  /** True when the server knows that the meeting was deleted: then nothing has failed. */
  async #isDeleted(error: unknown, scope: Scope): Promise<boolean> {
    if (!(error instanceof ApiError) || error.status !== 404) return false
    const deletion = await this.calls.deletion(scope.signal).catch(() => undefined)
    if (!deletion || scope.disposed) return false
    this.set({ phase: 'failed', deletion, failure: { title: texts.past.deleted, error } })
    return true
  }

  #loading(change: Partial<PastLoading>): void {
    if (this.getSnapshot().phase === 'closed') return
    this.set({ loading: { ...this.getSnapshot().loading, ...change } })
  }

  #highlightsFailed(): void {
    this.set({ highlightsFailed: true })
    this.#options.notify.error(texts.past.failedHighlights)
  }

  #fail(title: string, cause: unknown): void {
    const error = toError(cause)
    this.replay.dropProvisional()
    this.set({ phase: 'failed', failure: { title, error }, loading: pastDefaults.loading })
    this.#options.notify.error(title, reportOf(error)[1])
  }
}

/** Asks for what is still missing. */
async function pollOnce(part: PollPart, signal: AbortSignal): Promise<void> {
  if (part.outcome !== undefined && part.outcome !== 'later') return
  try {
    part.outcome = (await part.load()) ? 'loaded' : 'failed'
  } catch (error) {
    if (signal.aborted) throw error
    part.error = toError(error)
    part.outcome = isWorthAsking(error) ? 'later' : 'failed'
  }
}
