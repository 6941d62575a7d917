import { SAMPLES_PER_MS, samplesToMs } from '@livetap/audio'
import { type HotwordCommand, hotwordCommandSchema } from '@livetap/contract'
import type { ClientSocket } from '../../../platform/client-socket'
import type { TraceParent } from '../../../platform/tracing/tracing'
import type { LiveRoomLimits } from '../live-room-limits'
import type { NumberedMessage } from '../outbox/live-events.store'
import { type AudioFrame, readAudioFrame } from './audio-frame'
import { ConnectionRefusedError } from './connection-refused-error'
import { RecentPause } from './recent-pause'
import { TokenBucket } from './token-bucket'

/** Who a socket belongs to; from its ticket. */
export interface Caller {
  meetingId: string
  /** The same at every reconnect of one client, and unique to it. */
  clientId: string
  userId: string
  userName: string
  sessionId: string
  /** May follow the meeting and nothing else. */
  listensOnly?: boolean
}

/** The room, as a client sees it. */
export interface ClientHost {
  /** False asks for patience until `release`. */
  audio(client: ClientConnection, frame: AudioFrame): boolean
  command(client: ClientConnection, command: HotwordCommand): void
  left(client: ClientConnection): void
  /** 'audio_received_millis' of this client's streams. */
  positions(client: ClientConnection): Record<string, number>
}

/** Messages that wait while older ones are said again. */
const MAX_BUFFERED = 2_000
/** Normal, going away, and without a code: a page that was left. */
const CLOSED_BY_CLIENT = [1000, 1001, 1005]
const DRAIN_POLL_MS = 20
const DRAIN_TIMEOUT_MS = 30_000
/** For the last sound of a client when a call ends: nothing more comes for so long, or it took so long in all. */
const QUIET_MS = 1_000
const READ_ALL_MS = 10_000
/** As much of it is taken, however fast it comes. */
const READ_ALL_AUDIO_MS = 600_000

/** One client's socket. */
export class ClientConnection {
  /** The last number said to it. */
  lastSeq = 0
  #host: ClientHost | undefined
  #catchingUp: { json: string; seq: number; droppable: boolean }[] | undefined
  #lastReceivedAt = performance.now()
  #hasPinged = false
  #refusedToHear = false
  #pause = new RecentPause(performance.now())
  #lastWasAudio = false
  /** The storage takes nothing and too much waits: the socket is not read, and the client's own buffer fills up. */
  #full = false
  #slowed = false
  #gone = false
  readonly #audioAllowance: TokenBucket
  readonly #commandAllowance: TokenBucket
  /** The call ends: all that was sent is read. */
  #lastSound: { leftMs: number; received: () => void; read: () => void } | undefined
  readonly #waiting = new WaitingAudio(frame => this.#host?.audio(this, frame) ?? true)
  refusal: ConnectionRefusedError | undefined
  /** The connection broke: no one closed it. */
  isLost = false
  /** Of the close frame, 1006 where there was no such frame; meaningful once the socket is closed. */
  closeCode = 1006
  readonly #openedAt = performance.now()
  /** Of the span in which it joined. */
  traceparent: TraceParent | undefined
  /** Where the sound ends that it has sent, on its own clock; undefined while it sends no positions. */
  sentUntilMs: number | undefined

  constructor(
    readonly socket: ClientSocket,
    readonly caller: Caller,
    readonly limits: LiveRoomLimits,
    private readonly onFault: (error: unknown) => void = () => undefined,
  ) {
    this.#audioAllowance = new TokenBucket(limits.burstMs, limits.audioPerMs)
    this.#commandAllowance = new TokenBucket(limits.commandsPerSecond * 3, limits.commandsPerSecond / 1000)
    socket.pause()
    socket.on('message', (data, isBinary) => this.#guarded(data as Buffer, isBinary))
    socket.on('pong', () => this.#lastSound?.read())
    socket.on('close', code => {
      this.closeCode = code
      this.isLost = !this.refusal && !CLOSED_BY_CLIENT.includes(code)
      this.#left()
    })
    // Every error is followed by a close.
    socket.on('error', () => {})
  }

  get openMs(): number {
    return Math.round(performance.now() - this.#openedAt)
  }

  /** Sound that the room has no place for yet. */
  get waitingMs(): number {
    return this.#waiting.ms
  }

  /** When it last sent something. */
  get lastMessageAt(): number {
    return this.#pause.lastAt
  }

  /** How long what it says now may have been on its way. */
  get delayMs(): number {
    return this.#pause.ms(performance.now())
  }

  /** When an earlier connection of the same client last sent something. */
  continues(lastMessageAt: number): void {
    this.#pause = new RecentPause(lastMessageAt)
  }

  get isOpen(): boolean {
    return !this.#gone && this.socket.readyState === this.socket.OPEN
  }

  /** Its sound stopped and so did its pings, which come every 2 s: it is not silent, its network is slow. */
  get isStalled(): boolean {
    return this.#hasPinged && this.#lastWasAudio
  }

  /** The room is there: hello first, then what was missed, then what comes. */
  async enter(
    host: ClientHost,
    { hello, seq, missed }: { hello: object; seq: number; missed?: AsyncIterable<NumberedMessage> },
  ): Promise<void> {
    this.#host = host
    this.lastSeq = seq
    this.#catchingUp = []
    this.send(hello)
    if (missed)
      for await (const { seq, message } of missed) {
        if (!(await this.#drained())) return
        this.#send(JSON.stringify(message), seq, true)
      }
    if (missed) this.send({ type: 'replay_ended', meeting: this.caller.meetingId, ts: Date.now() })
    const waiting = this.#catchingUp
    this.#catchingUp = undefined
    for (const { json, seq } of waiting) if (seq > this.lastSeq) this.#send(json, seq)
    this.#lastReceivedAt = performance.now()
    if (this.isOpen) this.socket.resume()
  }

  /** To this client alone; under the number it has reached, which so stays its cursor. */
  send(message: object): void {
    if (!this.isOpen) return
    this.#write(this.#withPositions(JSON.stringify({ ...message, seq: this.lastSeq })))
  }

  /** To everyone; `droppable` may be left out for a client that reads slowly. */
  deliver(json: string, seq: number, droppable: boolean): void {
    if (!this.isOpen) return
    if (!this.#catchingUp) {
      if (!droppable || this.socket.bufferedAmount < this.limits.interimBufferBytes) this.#send(json, seq)
    } else if (this.#catchingUp.length < MAX_BUFFERED) this.#catchingUp.push({ json, seq, droppable })
    else if (!droppable) this.refuse(new ConnectionRefusedError('slow_reader', 'The messages were not read'))
  }

  refuse(refusal: ConnectionRefusedError): void {
    if (this.#gone || this.refusal) return
    this.refusal = refusal
    if (this.socket.readyState !== this.socket.OPEN) return
    this.socket.resume()
    this.socket.close(refusal.closeCode, refusal.reason)
    // A client that does not read will not answer the close either.
    if (refusal.reason === 'slow_reader') this.socket.terminate()
  }

  /** The client is there by another connection: this one may be half open, and would never answer a close. */
  replaced(): void {
    this.flush()
    this.refuse(new ConnectionRefusedError('moved', 'Another connection of this client took over'))
    this.socket.terminate()
  }

  /** The room may have a place for what waits. */
  release(): void {
    if (this.#gone) return
    this.#refusing(() => this.#waiting.release())
    if (!this.#full || this.#waiting.ms > this.limits.waitingAudioMs / 2) return
    this.#full = false
    this.#lastReceivedAt = performance.now()
    if (!this.#slowed && this.isOpen && !this.#catchingUp) this.socket.resume()
  }

  /**
   * Reads all that the client has sent so far, however fast it came. Resolves when a ping is answered, which comes behind
   * it, when the client is gone, or when nothing more comes.
   */
  async readAll(): Promise<void> {
    if (this.#gone || !this.#host || this.#full || this.#lastSound) return
    let quiet: NodeJS.Timeout | undefined
    let enough: NodeJS.Timeout | undefined
    await new Promise<void>(read => {
      const received = () => {
        clearTimeout(quiet)
        quiet = setTimeout(read, QUIET_MS)
      }
      this.#lastSound = { leftMs: READ_ALL_AUDIO_MS, received, read }
      enough = setTimeout(read, READ_ALL_MS)
      received()
      this.#slowed = false
      this.socket.resume()
      if (this.isOpen) this.socket.ping()
    })
    clearTimeout(quiet)
    clearTimeout(enough)
  }

  /** Sends everything that waits to recognition, with or without a free place: the call ends. */
  flush(): void {
    this.#refusing(() => this.#waiting.flush())
  }

  sweep(now: number): void {
    if (this.#gone || !this.#host) return
    if (this.#slowed && this.#audioAllowance.left > 0) {
      this.#slowed = false
      this.#lastReceivedAt = now
      if (!this.#full) this.socket.resume()
    }
    // A socket that is not read can say nothing.
    if (this.#full || this.#slowed || this.#catchingUp) return
    if (now - this.#lastReceivedAt > this.limits.silentMs)
      this.refuse(new ConnectionRefusedError('silent_too_long', 'Nothing was heard from this client'))
  }

  #guarded(data: Buffer, isBinary: boolean): void {
    if (this.refusal || !this.#host) return
    const host = this.#host
    this.#lastReceivedAt = performance.now()
    this.#pause.received(this.#lastReceivedAt)
    this.#lastSound?.received()
    this.#lastWasAudio = isBinary
    this.#refusing(() => (isBinary ? this.#audio(data) : this.#command(host, data)))
  }

  #refusing(work: () => void): void {
    try {
      work()
    } catch (error) {
      const isRefusal = error instanceof ConnectionRefusedError
      // Thrown on, it would reach the socket's own event and end the process for everyone.
      if (!isRefusal) this.onFault(error)
      this.refuse(
        isRefusal ? error : new ConnectionRefusedError('failed', 'The message could not be handled'),
      )
    }
  }

  #audio(data: Buffer): void {
    if (this.caller.listensOnly) {
      this.#refuseToHear()
      return
    }
    const frame = readAudioFrame(data, this.limits.audioBytes)
    this.#limit(frame.pcm.length / SAMPLES_PER_MS)
    if (frame.startMs !== undefined) this.sentUntilMs = frame.startMs + samplesToMs(frame.pcm.length)
    this.#waiting.push(frame)
    if (this.#waiting.ms > this.limits.waitingAudioMs) {
      this.#full = true
      this.socket.pause()
      this.#lastSound?.read()
    }
  }

  /** Answered once: a microphone sends ten times a second. */
  #refuseToHear(): void {
    if (!this.#refusedToHear) this.sendError('not_allowed', 'You may not do this: live.speak')
    this.#refusedToHear = true
  }

  #limit(ms: number): void {
    if (this.#lastSound) {
      this.#lastSound.leftMs -= ms
      if (this.#lastSound.leftMs > 0) return
      this.socket.pause()
      this.#lastSound.read()
      return
    }
    this.#audioAllowance.take(ms)
    if (this.#audioAllowance.left > 0) return
    this.#slowed = true
    this.socket.pause()
  }

  #command(host: ClientHost, data: Buffer): void {
    this.#commandAllowance.take(1)
    if (this.#commandAllowance.left < 0)
      throw new ConnectionRefusedError('too_many_messages', 'Too many commands')
    if (data.length > this.limits.commandBytes)
      throw new ConnectionRefusedError(
        'message_too_big',
        `A command may have ${this.limits.commandBytes} bytes`,
      )
    const parsed = hotwordCommandSchema.safeParse(parse(data))
    if (!parsed.success) {
      const { path, message } = parsed.error.issues[0]!
      this.sendError('bad_command', `${path.join('.') || 'command'}: ${message}`)
    } else if (this.caller.listensOnly && parsed.data.type !== 'ping')
      this.sendError('not_allowed', 'You may not do this: live.speak')
    else if (parsed.data.meeting !== this.caller.meetingId)
      this.sendError('bad_command', 'meeting: is not the meeting of this socket')
    else {
      this.#hasPinged ||= parsed.data.type === 'ping'
      host.command(this, parsed.data)
    }
  }

  /** `commandId`: of the command that is refused, where it has one. */
  sendError(code: string, description: string, commandId?: string): void {
    const data = { code, description, command_id: commandId }
    this.send({ type: 'error', meeting: this.caller.meetingId, ts: Date.now(), data })
  }

  /** History can be larger than any buffer: the next piece waits until the client has read. */
  async #drained(): Promise<boolean> {
    const timeoutAt = performance.now() + DRAIN_TIMEOUT_MS
    while (this.isOpen && this.socket.bufferedAmount > this.limits.slowReaderBytes / 2) {
      if (performance.now() > timeoutAt) {
        this.refuse(new ConnectionRefusedError('slow_reader', 'The messages were not read'))
        return false
      }
      await new Promise(resolve => setTimeout(resolve, DRAIN_POLL_MS))
    }
    return this.isOpen
  }

  #send(json: string, seq: number, plain = false): void {
    this.lastSeq = seq
    this.#write(plain ? json : this.#withPositions(json))
  }

  #write(json: string): void {
    if (!this.isOpen) return
    this.socket.send(json)
    if (this.socket.bufferedAmount > this.limits.slowReaderBytes)
      this.refuse(new ConnectionRefusedError('slow_reader', 'The messages were not read'))
  }

  /** The same text for everyone, with this client's own positions at its end. */
  #withPositions(json: string): string {
    const positions = JSON.stringify(this.#host?.positions(this) ?? {})
    return `${json.slice(0, -1)},"audio_received_millis":${positions}}`
  }

  #left(): void {
    if (this.#gone) return
    this.#gone = true
    this.flush()
    this.#lastSound?.read()
    this.#host?.left(this)
  }
}

const msOf = ({ pcm }: AudioFrame) => pcm.length / SAMPLES_PER_MS

/**
 * Sound of one client that the room has no place for yet. It waits here and not in the socket, where the pings behind
 * it would wait as well. Nothing that waits is acknowledged: a client that is cut off sends it again.
 */
class WaitingAudio {
  #frames: AudioFrame[] = []
  #ms = 0
  #isBlocked = false
  #passing = false

  /** `take` gets each frame in order; false asks to wait. */
  constructor(private readonly take: (frame: AudioFrame) => boolean) {}

  get ms(): number {
    return this.#ms
  }

  push(frame: AudioFrame): void {
    this.#frames.push(frame)
    this.#ms += msOf(frame)
    this.#pass()
  }

  /** There may be a place again. */
  release(): void {
    this.#isBlocked = false
    this.#pass()
  }

  /** Nothing more will come: all of it goes, place or not. */
  flush(): void {
    while (this.#frames.length > 0) this.release()
  }

  #pass(): void {
    // A frame that makes room for itself must not be overtaken by the next one.
    if (this.#passing) return
    this.#passing = true
    try {
      while (!this.#isBlocked && this.#frames.length > 0) {
        const frame = this.#frames.shift()!
        this.#ms -= msOf(frame)
        this.#isBlocked = !this.take(frame)
      }
    } finally {
      this.#passing = false
    }
  }
}

function parse(data: Buffer): unknown {
  try {
    return JSON.parse(data.toString())
  } catch {
    return undefined
  }
}
