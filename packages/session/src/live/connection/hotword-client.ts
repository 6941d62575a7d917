import {
  DEFAULT_LANGUAGE,
  HOTWORD_PING_MS,
  HOTWORD_RECONNECT_CODE,
  type HotwordCommand,
  type HotwordCommandName,
  type HotwordMessage,
  hotwordCloseCodes,
} from '@livetap/contract'
import { hotwordReconnectPolicy } from '../../retry-policy'
import { Scope } from '../../scope'
import { Store } from '../../store'
import { blankTicket } from './blank-ticket'
import type { Clock } from './clock'
import { CommandSender } from './command-sender'
import type { HotwordClientOptions } from './hotword-client-options'
import { HotwordError } from './hotword-error'
import { browserHotwordSocket, HotwordLink } from './hotword-link'
import { beforeConnect, type HotwordSnapshot } from './hotword-snapshot'
import { LiveAudio } from './live-audio'
import { MessageCursor } from './message-cursor'
import { PingWatch } from './ping-watch'
import { ReplayBatch } from './replay-batch'
import { sendAudio } from './send-audio'

/** From asking for the address to the first message. */
const CONNECT_TIMEOUT_MS = 15_000

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
  readonly #commands: CommandSender
  #attempt: Scope | undefined
  #link: HotwordLink | undefined
  #pings = new PingWatch()
  #mayStream = false
  #wasConnected = false

  constructor(options: HotwordClientOptions) {
    super(beforeConnect)
    this.#options = options
    this.#clock = options.clock ?? this.#scope
    this.#now = options.now ?? Date.now
    this.#audio = new LiveAudio(options.csi ?? 0, options.keepMs)
    this.#replay = new ReplayBatch(messages => options.onEvent({ type: 'replayed', messages }))
    const { meetingId, onEvent, log } = options
    this.#commands = new CommandSender({ meetingId, now: this.#now, link: () => this.#link, onEvent, log })
  }

  /** The number of the last message that is held; what follows it is asked for at the next connect. */
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
    return this.#commands.command(type, more)
  }

  /** A command with its defaults filled in. One that is invalid or cannot be sent is reported and never thrown. */
  send(payload: unknown): boolean {
    return this.#commands.send(payload)
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
    this.#link = new HotwordLink(
      {
        url: this.#cursor.continueAt(address),
        createSocket: this.#options.createSocket ?? browserHotwordSocket,
        onOpen: () => attempt.add(this.#clock.interval(() => this.#tick(attempt), HOTWORD_PING_MS)),
        onMessage: message => {
          if (!welcomed) {
            welcomed = true
            answered()
            this.#welcome(message)
          }
          this.#handleMessage(message)
        },
        onUnreadable: error => {
          this.#options.log?.('a hotword message could not be parsed', error)
          const failure = new HotwordError('unreadable_message', { cause: error })
          this.#options.onEvent({ type: 'parse_error', error: failure })
        },
        onRefused: () => this.#fail(new HotwordError('refused')),
        onClose: (code, reason) => this.#closed(attempt, code, reason, !welcomed),
      },
      attempt,
    )
  }

  #welcome(message: HotwordMessage): void {
    this.#cursor.welcomed(message)
    this.#audio.resumeFrom(message.audio_received_millis)
    this.#mayStream = true
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

  #pump(): void {
    const languageCode = this.#options.languageCode?.() ?? DEFAULT_LANGUAGE
    if (this.#mayStream && this.#link) sendAudio(this.#audio, this.#link, languageCode)
    this.set({ lostMs: this.#audio.lostMs })
  }

  #closed(attempt: Scope, code: number, reason: string, early: boolean): void {
    this.#replay.flush()
    this.#options.onEvent({ type: 'disconnected', code, reason })
    if (code === hotwordCloseCodes.call_ended) this.#fail(new HotwordError('call_ended'))
    else if (code === hotwordCloseCodes.session_ended) this.#fail(new HotwordError('session_ended'))
    else if (code === hotwordCloseCodes.meeting_full) this.#wasFull(attempt)
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
    else this.#broke(attempt, error.message, true, error)
  }

  /** `early`: it broke before the service answered, which is a connect error. `last`: the error if no attempt is left. */
  #broke(attempt: Scope, why: string, early: boolean, last = new HotwordError('max_retries')): void {
    attempt.dispose()
    if (this.#attempt !== attempt || this.#scope.disposed) return
    this.#link = undefined
    const connectErrors = early ? this.getSnapshot().connectErrors + 1 : 0
    if (early) this.#options.onEvent({ type: 'connect_error', count: connectErrors, why })
    const waitMs = hotwordReconnectPolicy(connectErrors)
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
