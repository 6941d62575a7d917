import { SAMPLE_RATE_HZ } from '@livetap/audio'
import {
  DEFAULT_LANGUAGE,
  encodeAudioMessage,
  HOTWORD_PING_MS,
  HOTWORD_RECONNECT_CODE,
  type HotwordCommand,
  type HotwordCommandName,
  type HotwordMessage,
  hotwordCloseCodes,
  hotwordCommandSchema,
  hotwordMessageSchema,
} from '@livetap/contract'
import { hotwordReconnectPolicy } from '../../retry'
import { type Clock, Scope } from '../../scope'
import { type ConnectionEvent, type CreateSocket, type LinkEvent, SocketLink } from '../../socket-link'
import { Store } from '../../store'
import { HotwordError } from './hotword-error'
import { LiveAudio } from './live-audio'
import { MessageCursor, ReplayBatch } from './message-cursor'
import { PingWatch } from './ping-watch'

/** `unstable`: connected, and two pings in a row had no answer in time. */
export type HotwordState =
  | 'idle'
  | 'connecting'
  | 'connected'
  | 'unstable'
  | 'reconnecting'
  | 'failed'
  | 'closed'

export interface HotwordSnapshot {
  readonly state: HotwordState
  /** Without its ticket. */
  readonly address: string
  /** The last round trip; undefined while unknown. */
  readonly pingMs: number | undefined
  readonly reconnects: number
  /** In a row. */
  readonly connectErrors: number
  /** Sound that fell out of the last 30 seconds before it could be sent. */
  readonly lostMs: number
  readonly error: HotwordError | undefined
}

const beforeConnect: HotwordSnapshot = {
  state: 'idle',
  address: '',
  pingMs: undefined,
  reconnects: 0,
  connectErrors: 0,
  lostMs: 0,
  error: undefined,
}

export type HotwordEvent =
  | ConnectionEvent<HotwordError>
  | { type: 'connecting' }
  | { type: 'connect_error'; count: number; why: string }
  | { type: 'disconnected'; code: number; reason: string }
  | { type: 'message'; message: HotwordMessage }
  /** What was missed, all at once and in its order. */
  | { type: 'replayed'; messages: readonly HotwordMessage[] }
  | { type: 'parse_error'; error: HotwordError }
  | { type: 'send_success'; command: HotwordCommandName }
  | { type: 'send_error'; error: HotwordError }

export interface HotwordClientOptions {
  meetingId: string
  /** Asked for again at every connect: the ticket in it is for one connection. */
  liveAddress: (signal: AbortSignal) => Promise<string>
  /** The meeting is over, so asking for its address again is useless. */
  isOver?: (error: unknown) => boolean
  createSocket?: CreateSocket
  /** Where a hidden tab cannot slow the pings down; the tab's own timers by default. */
  clock?: Clock
  now?: () => number
  languageCode?: () => string
  csi?: number
  keepMs?: number
  onEvent: (event: HotwordEvent) => void
  log?: (text: string, detail?: unknown) => void
}

/** An address as it may be shown: its ticket opens a connection and must stay secret. */
const blankTicket = (address: string): string => address.replace(/([?&]ticket=)[^&]*/g, '$1•••')

/** From asking for the address to the first message. */
const CONNECT_TIMEOUT_MS = 15_000
/** A connection that was sent away sooner than this waits before the next. */
const MOVED_AGAIN_MS = 1_000

/**
 * The hotword socket as a state machine: connects, pings, notices a dead network, reconnects with a new address, asks
 * for what it missed, and sends the sound on from where the service has it.
 */
export class HotwordClient extends Store<HotwordSnapshot> {
  readonly #options: HotwordClientOptions
  readonly #scope = new Scope()
  readonly #clock: Clock
  readonly #now: () => number
  readonly #audio: LiveAudio
  readonly #replay: ReplayBatch
  readonly #cursor = new MessageCursor()
  #attempt: Scope | undefined
  #link: SocketLink<HotwordMessage> | undefined
  #pings = new PingWatch()
  #mayStream = false
  #welcomedAtMs = 0
  #wasConnected = false

  constructor(options: HotwordClientOptions) {
    super(beforeConnect)
    this.#options = options
    this.#clock = options.clock ?? this.#scope
    this.#now = options.now ?? Date.now
    this.#audio = new LiveAudio(options.csi ?? 0, options.keepMs)
    this.#replay = new ReplayBatch(messages => options.onEvent({ type: 'replayed', messages }))
  }

  /** The number of the last message received; what follows it is asked for at the next connect. */
  get lastSeq(): number | undefined {
    return this.#cursor.last
  }

  /** Resolves when the service answers; rejects when it gave up. Once only, or again after a failure. */
  connect(after?: number): Promise<void> {
    if (after !== undefined) this.#cursor.startAfter(after)
    this.set({ state: 'connecting', connectErrors: 0, error: undefined })
    return new Promise((resolve, reject) => {
      const stop = this.subscribe(() => {
        const { state, error } = this.getSnapshot()
        if (state === 'connected') resolve()
        else if (state === 'failed' || state === 'closed') reject(error ?? new HotwordError('closed'))
        else return
        stop()
      })
      void this.#open()
    })
  }

  pushAudio(pcm: Int16Array): void {
    if (this.#scope.disposed) return
    this.#audio.push(pcm)
    this.#pump()
  }

  setCsi(csi: number): void {
    this.#audio.setCsi(csi)
  }

  get isOpen(): boolean {
    return this.#link?.isOpen ?? false
  }

  /** Where the microphone's sound stands; undefined while there is none. */
  get capturedMs(): number | undefined {
    return this.#audio.capturedMs || undefined
  }

  command(type: HotwordCommandName, more: Partial<HotwordCommand> = {}): boolean {
    return this.send({ type, meeting: this.#options.meetingId, ts: this.#now(), ...more })
  }

  /** The defaults of the contract are filled in. One that is invalid or cannot be sent is reported and never thrown. */
  send(payload: unknown): boolean {
    const command = hotwordCommandSchema.safeParse(payload)
    if (!command.success) return this.#notSent('bad_command', command.error)
    if (!this.#link?.isOpen) return this.#notSent('not_connected')
    try {
      this.#link.send(JSON.stringify(command.data))
    } catch (error) {
      return this.#notSent('not_connected', error)
    }
    this.#options.onEvent({ type: 'send_success', command: command.data.type })
    return true
  }

  close(): void {
    if (this.#scope.disposed) return
    this.#attempt?.dispose()
    this.#link = undefined
    this.#scope.dispose()
    this.set({ state: 'closed', pingMs: undefined })
  }

  async #open(): Promise<void> {
    const attempt = this.#scope.child()
    this.#attempt = attempt
    const tooLate = this.#clock.timeout(
      () => this.#broke(attempt, 'no answer in time', true),
      CONNECT_TIMEOUT_MS,
    )
    attempt.add(tooLate)
    this.#options.onEvent({ type: 'connecting' })
    let address: string
    try {
      address = await this.#options.liveAddress(attempt.signal)
      if (!address) throw new HotwordError('address_undefined')
    } catch (error) {
      if (attempt.disposed) return
      if (this.#options.isOver?.(error)) return this.#fail(new HotwordError('call_ended', { cause: error }))
      return this.#addressFailed(attempt, error)
    }
    if (attempt.disposed) return
    this.set({ address: blankTicket(address) })
    try {
      this.#join(address, attempt, tooLate)
    } catch (error) {
      this.#fail(new HotwordError('refused', { cause: error }))
    }
  }

  #join(address: string, attempt: Scope, answered: () => void): void {
    this.#pings = new PingWatch()
    this.#mayStream = false
    let welcomed = false
    const onEvent = (event: LinkEvent<HotwordMessage>) => {
      if (event.type === 'message' && !welcomed) {
        welcomed = true
        answered()
        this.#welcome(event.message)
      }
      this.#handle(event, attempt, !welcomed)
    }
    const { createSocket } = this.#options
    const url = this.#cursor.continueAt(address)
    this.#link = new SocketLink({ url, createSocket, schema: hotwordMessageSchema, onEvent }, attempt)
  }

  #handle(event: LinkEvent<HotwordMessage>, attempt: Scope, early: boolean): void {
    if (event.type === 'open') attempt.add(this.#clock.interval(() => this.#tick(attempt), HOTWORD_PING_MS))
    if (event.type === 'message') this.#handleMessage(event.message)
    if (event.type === 'refused') this.#fail(new HotwordError('refused'))
    if (event.type === 'closed') this.#closed(attempt, event.code, event.reason, early)
    if (event.type !== 'unreadable') return
    this.#options.log?.('a hotword message could not be parsed', event.error)
    const error = new HotwordError('unreadable_message', { cause: event.error })
    this.#options.onEvent({ type: 'parse_error', error })
  }

  #welcome(message: HotwordMessage): void {
    this.#cursor.welcomed(message)
    this.#audio.resumeFrom(message.audio_received_millis)
    this.#mayStream = true
    this.#welcomedAtMs = performance.now()
    this.set({ state: 'connected', connectErrors: 0, error: undefined })
    this.#options.onEvent({ type: this.#wasConnected ? 'reconnected' : 'connected' })
    this.#wasConnected = true
    this.#pump()
  }

  #handleMessage(message: HotwordMessage): void {
    if (message.type === 'pong') {
      const pingMs = this.#pings.answered(performance.now())
      const calm = this.#pings.verdict === 'stable' && this.getSnapshot().state === 'unstable'
      this.set({ pingMs, ...(calm && { state: 'connected' as const }) })
    }
    if (!this.#cursor.accepts(message)) return
    if (!this.#replay.accepts(message)) this.#options.onEvent({ type: 'message', message })
  }

  #tick(attempt: Scope): void {
    const verdict = this.#pings.check(performance.now())
    if (verdict === 'dead') {
      this.#link?.abandon(HOTWORD_RECONNECT_CODE, 'no pong')
      return
    }
    if (verdict === 'unstable' && this.getSnapshot().state === 'connected') this.set({ state: 'unstable' })
    this.#pings.sent(performance.now())
    this.command('ping')
    if (!attempt.disposed) this.#pump()
  }

  /** Sends what waits, for as long as the network keeps up; the rest waits on. */
  #pump(): void {
    while (this.#mayStream && this.#link?.acceptsAudio) {
      const piece = this.#audio.next()
      if (!piece) break
      this.#link.send(
        encodeAudioMessage({
          audio_content: piece.pcm,
          sample_rate_hertz: SAMPLE_RATE_HZ,
          language_code: this.#options.languageCode?.() ?? DEFAULT_LANGUAGE,
          csi: piece.csi,
          start_millis: piece.startMs,
        }),
      )
    }
    this.set({ lostMs: this.#audio.lostMs })
  }

  #notSent(reason: 'bad_command' | 'not_connected', cause?: unknown): false {
    const error = new HotwordError(reason, { cause })
    this.#options.log?.(error.message, cause)
    this.#options.onEvent({ type: 'send_error', error })
    return false
  }

  #closed(attempt: Scope, code: number, reason: string, early: boolean): void {
    this.#replay.flush()
    this.#options.onEvent({ type: 'disconnected', code, reason })
    if (code === hotwordCloseCodes.call_ended) this.#fail(new HotwordError('call_ended'))
    else if (code === hotwordCloseCodes.session_ended) this.#fail(new HotwordError('session_ended'))
    else if (code === hotwordCloseCodes.access_ended) this.#fail(new HotwordError('access_ended'))
    else if (code === hotwordCloseCodes.meeting_full) this.#wasFull(attempt)
    else if (code === hotwordCloseCodes.moved && this.#hasMoved())
      this.#broke(attempt, reason, early, { waitMs: 0 })
    else this.#broke(attempt, reason || `closed with ${code}`, early)
  }

  #addressFailed(attempt: Scope, cause: unknown): void {
    const undefinedAddress = cause instanceof HotwordError && cause.reason === 'address_undefined'
    const error = undefinedAddress ? cause : new HotwordError('address', { cause })
    // The first time there is nothing to go back to: the entry fails with the reason.
    if (!this.#wasConnected) this.#fail(error)
    else this.#broke(attempt, error.message, true)
  }

  /** A client that was in the meeting waits for a place as for a connection; a new one is refused at once. */
  #wasFull(attempt: Scope): void {
    const error = new HotwordError('meeting_full')
    if (!this.#wasConnected) this.#fail(error)
    else this.#broke(attempt, error.message, true, { last: error })
  }

  /** Another node has the meeting: it can be asked for at once. One that sends us away again and again is asked as always. */
  #hasMoved(): boolean {
    return this.#mayStream && performance.now() - this.#welcomedAtMs > MOVED_AGAIN_MS
  }

  /** `early`: it broke before the service answered, which is a connect error. `last`: the error if no attempt is left. */
  #broke(
    attempt: Scope,
    why: string,
    early: boolean,
    {
      last = new HotwordError('max_retries'),
      waitMs: givenMs,
    }: { last?: HotwordError; waitMs?: number } = {},
  ): void {
    attempt.dispose()
    if (this.#attempt !== attempt || this.#scope.disposed) return
    this.#link = undefined
    const connectErrors = early ? this.getSnapshot().connectErrors + 1 : 0
    if (early) this.#options.onEvent({ type: 'connect_error', count: connectErrors, why })
    const waitMs = givenMs ?? hotwordReconnectPolicy(connectErrors)
    if (waitMs === null) {
      this.#fail(last)
      return
    }
    const { state, reconnects } = this.getSnapshot()
    const begins = this.#wasConnected && state !== 'reconnecting'
    this.set({
      connectErrors,
      pingMs: undefined,
      ...(begins && { state: 'reconnecting' as const, reconnects: reconnects + 1 }),
    })
    if (begins) this.#options.onEvent({ type: 'reconnecting' })
    const waiting = this.#scope.child()
    this.#attempt = waiting
    waiting.add(
      this.#clock.timeout(() => {
        waiting.dispose()
        void this.#open()
      }, waitMs),
    )
  }

  #fail(error: HotwordError): void {
    this.#attempt?.dispose()
    this.#link = undefined
    this.set({ state: 'failed', error, pingMs: undefined })
    this.#options.onEvent({ type: 'failed', error })
  }
}
