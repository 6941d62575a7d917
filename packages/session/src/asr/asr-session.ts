import { AudioTail, bytesToMs, msToBytes, msToSamples } from '@livetap/audio'
import { ASR_RESUME_MS, type AsrMessage, asrCloseCodes, texts } from '@livetap/contract'
import { asrReconnectPolicy, type RetryPolicy } from '../retry'
import { Scope } from '../scope'
import type { CreateSocket, LinkEvent } from '../socket-link'
import { Store } from '../store'
import { AsrLink, type AsrSettings } from './asr-link'
import { AsrSessionError, lastingRefusal, maxRetriesError } from './asr-session-error'
import type { AsrConnection, AsrEvent, AsrSnapshot } from './asr-snapshot'
import { type AsrLine, applyResult, emptyAsrTranscript } from './asr-transcript'
import { feedFile } from './file-feed'

export interface AsrSessionOptions {
  url: string
  /** The access token of now; asked for again at every connect. */
  token: () => string | null
  settings: AsrSettings
  trackingId?: string
  /** Of an earlier stream: this one goes on behind them. */
  earlierLines?: readonly AsrLine[]
  createSocket?: CreateSocket
  reconnectPolicy?: RetryPolicy
  /** How much audio is kept for going on after a cut. */
  keepMs?: number
  onEvent?: (event: AsrEvent) => void
}

/** A gateway of the plain documents says nothing before the first result: open is connected then. */
const QUIET_GATEWAY_MS = 1500

/** Positions this far behind the last text prove that the gateway settles silence too. */
const SILENCE_SETTLED_MS = 500

/** Between the lines of an earlier stream and this one. */
const PAUSE_MS = 1000

/** A sentence ends with silence: the protocol has no other word for the end. */
const CLOSING_SILENCE_MS = 3_000
/** A gateway whose positions do not move in silence, and which says nothing for so long, has said all. */
const QUIET_MS = 5_000
/** However late the last results are. */
const MAX_DRAIN_MS = 60_000

const running: ReadonlySet<AsrConnection> = new Set(['connecting', 'connected', 'reconnecting'])

/** Where a connection takes the stream up. */
interface ConnectionStart {
  /** Of the first sound that it sends. */
  startMs: number
  /** Up to where all results were held before it. */
  settledMs: number
}

interface Change {
  before: AsrSettings
  resolve: () => void
  reject: (error: AsrSessionError) => void
}

/**
 * A live recognition without a framework. The stream's clock counts the audio handed in; every new socket goes on at
 * the last position whose results are all held, so that a cut neither loses nor doubles a word.
 */
export class AsrSession extends Store<AsrSnapshot> {
  readonly #options: AsrSessionOptions
  readonly #scope = new Scope()
  readonly #tail: AudioTail
  readonly #policy: RetryPolicy
  #socketScope: Scope | undefined
  #link: AsrLink | undefined
  #change: Change | undefined
  #describedError = ''
  #stopUpload: AbortController | undefined
  readonly #baseMs: number
  /** Set by the first position the gateway calls settled; until then the ends of the finals have to do. */
  #gatewaySettles = false
  #settlesSilence = false

  constructor(options: AsrSessionOptions) {
    super({
      ...emptyAsrTranscript,
      // A gateway counts its segments anew in every stream.
      lines: (options.earlierLines ?? []).map(line => ({ ...line, id: `earlier ${line.id}` })),
      connection: 'idle',
      trackingId: options.trackingId ?? crypto.randomUUID(),
      settings: options.settings,
      muted: false,
      paused: false,
      upload: undefined,
      draining: undefined,
      audioReceivedMs: 0,
      settledMs: 0,
      reconnects: 0,
      consecutiveErrors: 0,
      lostMs: 0,
      error: undefined,
    })
    this.#options = options
    this.#baseMs = (options.earlierLines?.at(-1)?.endMs ?? -PAUSE_MS) + PAUSE_MS
    this.#tail = new AudioTail(options.keepMs ?? ASR_RESUME_MS)
    this.#policy = options.reconnectPolicy ?? asrReconnectPolicy
    this.#scope.interval(() => this.#link?.pump(), 100)
  }

  /** Resolves when the gateway answers; rejects when it refuses or the retries run out. */
  connect(): Promise<void> {
    this.set({ connection: 'connecting', error: undefined, consecutiveErrors: 0 })
    return this.#settledBy(this.getSnapshot().settings)
  }

  /** A block of the microphone. Muted it counts as silence; paused, or while a file streams, it is left out. */
  pushAudio(pcm: Int16Array): void {
    const { paused, muted, upload, connection, draining } = this.getSnapshot()
    if (paused || upload || draining || connection === 'closed') return
    this.#append(muted ? new Int16Array(pcm.length) : pcm)
  }

  /** Reconnects with the new settings; when they are refused the old ones are taken up again. */
  async changeSettings(change: Partial<AsrSettings>): Promise<void> {
    const before = this.getSnapshot().settings
    this.set({ settings: { ...before, ...change }, error: undefined, consecutiveErrors: 0 })
    this.#beginReconnect()
    await this.#settledBy(before)
  }

  readonly setMuted = (muted: boolean): void => this.set({ muted })
  readonly setPaused = (paused: boolean): void => this.set({ paused })
  readonly clear = (): void => this.set(emptyAsrTranscript)

  /** Streams a recording (16 kHz mono) instead of the microphone; resolves at its end or when it is stopped. */
  async streamFile(pcm: Int16Array, fileName: string): Promise<void> {
    if (this.getSnapshot().draining) return
    this.cancelUpload()
    const stop = this.#scope.abortController()
    this.#stopUpload = stop
    this.set({ upload: { fileName, progress: 0, isWaiting: false } })
    try {
      await feedFile(pcm, {
        signal: stop.signal,
        append: part => this.#append(part),
        roomMs: () => (this.getSnapshot().paused ? 0 : this.#roomMs()),
        onProgress: progress => {
          const isWaiting = progress === 0 && !this.getSnapshot().paused
          this.set({ upload: { fileName, progress, isWaiting } })
        },
      })
    } finally {
      if (this.#stopUpload === stop) {
        this.#stopUpload = undefined
        this.set({ upload: undefined })
      }
      stop.abort()
    }
  }

  readonly cancelUpload = (): void => {
    this.#stopUpload?.abort()
  }

  /** Takes no more sound; resolves when all that was said is final, or when nothing more can be expected. */
  async finish(): Promise<void> {
    this.cancelUpload()
    const toMs = bytesToMs(this.#tail.end)
    const { settledMs, connection } = this.getSnapshot()
    this.set({ draining: { fromMs: settledMs, toMs } })
    // In standby everything is settled: the silence would open it again.
    if (connection === 'standby' || settledMs >= toMs) return
    this.#append(new Int16Array(msToSamples(CLOSING_SILENCE_MS)))
    await this.#drained(toMs)
  }

  /** Resolves when all sound up to there has its final, or when nothing more can be expected. */
  #drained(toMs: number): Promise<void> {
    return new Promise(resolve => {
      const scope = this.#scope.child()
      let stopQuiet: (() => void) | undefined
      const check = () => {
        const { connection, settledMs, interim } = this.getSnapshot()
        stopQuiet?.()
        if (!running.has(connection) || settledMs >= toMs) scope.dispose()
        else if (connection === 'connected' && !interim && !this.#settlesSilence)
          stopQuiet = scope.timeout(() => scope.dispose(), QUIET_MS)
      }
      scope.add(resolve)
      scope.add(this.subscribe(check))
      scope.timeout(() => scope.dispose(), MAX_DRAIN_MS)
      check()
    })
  }

  /** Words that will have no final any more stay as they were shown. */
  close(): void {
    this.#change?.reject(new AsrSessionError('closed', 'The session was closed'))
    this.#change = undefined
    this.#link = undefined
    this.#scope.dispose()
    this.set({ connection: 'closed', upload: undefined, lines: this.linesSoFar, interim: undefined })
  }

  /** With the words that are not final yet. */
  get linesSoFar(): readonly AsrLine[] {
    const { lines, interim } = this.getSnapshot()
    return interim ? [...lines, interim] : lines
  }

  #append(pcm: Int16Array): void {
    this.#tail.append(new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
    if (this.getSnapshot().connection === 'standby') {
      this.#beginReconnect()
      this.#open()
    } else this.#link?.pump()
  }

  /** From the newest text to the newest sound. */
  behindMs(): number {
    const { lines, interim, settledMs, connection } = this.getSnapshot()
    if (connection === 'closed' || connection === 'idle' || connection === 'standby') return 0
    const textMs = Math.max(lines.at(-1)?.endMs ?? 0, interim?.endMs ?? 0) - this.#baseMs
    return Math.max(0, bytesToMs(this.#tail.end) - Math.max(settledMs, textMs))
  }

  /** How much a file may run ahead of what is settled and still be resumable; unknown without positions. */
  #roomMs(): number | undefined {
    if (!this.#gatewaySettles) return undefined
    const keepMs = this.#options.keepMs ?? ASR_RESUME_MS
    return (keepMs * 2) / 3 - (bytesToMs(this.#tail.end) - this.getSnapshot().settledMs)
  }

  #settledBy(before: AsrSettings): Promise<void> {
    this.#change?.reject(new AsrSessionError('replaced', 'Newer settings took over'))
    return new Promise((resolve, reject) => {
      this.#change = { before, resolve, reject }
      this.#open()
    })
  }

  #beginReconnect(): void {
    this.set({ connection: 'reconnecting', reconnects: this.getSnapshot().reconnects + 1 })
    this.#options.onEvent?.({ type: 'reconnecting' })
  }

  #open(): void {
    this.#socketScope?.dispose()
    this.#link = undefined
    if (this.#scope.disposed) return
    const token = this.#options.token()
    if (token === null) {
      this.#fail(new AsrSessionError('auth_not_ready', texts.access.authNotReady))
      return
    }
    const { settings, trackingId } = this.getSnapshot()
    this.#describedError = ''
    let from = 0
    let settledMs = 0
    const scope = this.#scope.child()
    this.#socketScope = scope
    this.#link = new AsrLink(
      {
        url: this.#options.url,
        token,
        trackingId,
        settings,
        tail: this.#tail,
        start: () => {
          settledMs = this.getSnapshot().settledMs
          from = this.#resumePosition()
          return from
        },
        createSocket: this.#options.createSocket,
        onEvent: event => this.#handle(event, scope, { startMs: bytesToMs(from), settledMs }),
      },
      scope,
    )
  }

  /** Where the results end, or the oldest sound that is kept where that is later. */
  #resumePosition(): number {
    const { settledMs, lostMs } = this.getSnapshot()
    const wanted = msToBytes(settledMs)
    const from = Math.max(wanted, this.#tail.start)
    if (from > wanted) this.set({ lostMs: lostMs + bytesToMs(from - wanted), settledMs: bytesToMs(from) })
    return from
  }

  #handle(event: LinkEvent<AsrMessage>, scope: Scope, begin: ConnectionStart): void {
    if (event.type === 'open') scope.timeout(() => this.#connected(), QUIET_GATEWAY_MS)
    if (event.type === 'message') this.#handleMessage(event.message, begin)
    if (event.type === 'closed') this.#closed(event.code, event.reason)
  }

  #handleMessage(message: AsrMessage, { startMs, settledMs }: ConnectionStart): void {
    if (message.error) {
      this.#describedError = message.error.description
      return
    }
    this.#connected()
    const audioReceivedMs = message.audio_received_millis ?? this.getSnapshot().audioReceivedMs
    // Only a connection that takes audio ends a row of errors: one that breaks at once does not.
    const progressed = audioReceivedMs > startMs || message.result !== undefined
    const result = message.result?.results[0]
    const before = this.getSnapshot()
    const after = result ? applyResult(before, result, audioReceivedMs, this.#baseMs, settledMs) : before
    if (message.settled_millis !== undefined) this.#gatewaySettles = true
    const textMs = (after.lines.at(-1)?.endMs ?? this.#baseMs) - this.#baseMs
    if ((message.settled_millis ?? 0) > textMs + SILENCE_SETTLED_MS) this.#settlesSilence = true
    const byFinal =
      result?.is_final && !this.#gatewaySettles ? (after.lines.at(-1)?.endMs ?? 0) - this.#baseMs : 0
    this.set({
      lines: after.lines,
      interim: after.interim,
      audioReceivedMs,
      settledMs: Math.max(before.settledMs, message.settled_millis ?? byFinal),
      ...(progressed && { consecutiveErrors: 0 }),
    })
  }

  #connected(): void {
    const { connection, reconnects } = this.getSnapshot()
    if (connection === 'connected') return
    this.set({ connection: 'connected', error: undefined })
    this.#options.onEvent?.({ type: reconnects > 0 ? 'reconnected' : 'connected' })
    this.#change?.resolve()
    this.#change = undefined
  }

  #closed(code: number, reason: string): void {
    this.#link = undefined
    const refusal = lastingRefusal(code, this.#describedError || reason)
    if (refusal) this.#refused(refusal)
    else if (code === asrCloseCodes.silent_too_long) this.set({ connection: 'standby', interim: undefined })
    else this.#broke()
  }

  #broke(): void {
    const consecutiveErrors = this.getSnapshot().consecutiveErrors + 1
    this.set({ consecutiveErrors })
    const delayMs = this.#policy(consecutiveErrors)
    if (delayMs === null) {
      this.#fail(maxRetriesError())
      return
    }
    if (this.getSnapshot().connection === 'connected') this.#beginReconnect()
    this.#scope.timeout(() => this.#open(), delayMs)
  }

  /** Settings that the gateway will not have give way to the ones it had. */
  #refused(error: AsrSessionError): void {
    const change = this.#change
    const { settings } = this.getSnapshot()
    if (!change || change.before === settings) {
      this.#fail(error)
      return
    }
    this.#change = undefined
    this.set({ settings: change.before })
    this.#open()
    change.reject(error)
  }

  #fail(error: AsrSessionError): void {
    this.#socketScope?.dispose()
    this.#link = undefined
    this.set({ connection: 'failed', error })
    this.#options.onEvent?.({ type: 'failed', error })
    this.#change?.reject(error)
    this.#change = undefined
  }
}
