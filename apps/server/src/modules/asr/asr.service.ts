import { decodeSubProtocolValue } from '@livetap/contract'
import { asSpeechError, type EngineRegistry } from '@livetap/speech'
import type { ClientSocket } from '../../platform/client-socket'
import type { Log } from '../../platform/log/log'
import type { Metrics } from '../../platform/metrics/metrics'
import type { Principal } from '../../platform/principal'
import type { EventRecorder } from '../events'
import { type AsrLimits, defaultAsrLimits } from './asr-limits'
import { AsrMetrics, StreamMetrics } from './asr-metrics'
import { AsrRefusal } from './asr-refusal'
import { AsrSocket } from './asr-socket'
import { ResumableStream, type StreamReader } from './resumable-stream'
import { ResumableStreams } from './resumable-streams'
import { type AsrConfig, sameRequest } from './stream-config'
import type { UserStreams } from './user-streams'

export interface AsrGatewayOptions {
  engines: EngineRegistry
  events: Pick<EventRecorder, 'log'>
  metrics: Metrics
  log: Log
  /** Over all nodes. Absent: there is no other. */
  userStreams?: UserStreams
  limits?: Partial<AsrLimits>
}

export interface Caller {
  principal: Pick<Principal, 'userId' | 'sessionId'>
  /** As they came in the sub-protocols. */
  engine: string
  trackingId: string
}

/** Every socket of the ASR proxy on this server. */
export class AsrGateway {
  readonly #sockets = new Map<AsrSocket, { caller: Caller; key: string; openedAt: number }>()
  readonly #resumable: ResumableStreams
  readonly #metrics: AsrMetrics
  readonly #limits: AsrLimits
  readonly #timer: NodeJS.Timeout

  constructor(readonly options: AsrGatewayOptions) {
    this.#limits = { ...defaultAsrLimits, ...options.limits }
    this.#resumable = new ResumableStreams(this.#limits.keepMs)
    this.#metrics = new AsrMetrics(
      options.metrics,
      () => this.#sockets.size,
      () => this.#resumable.count,
    )
    this.#timer = setInterval(() => this.#sweep(), this.#limits.sweepMs)
  }

  /** From here on the socket belongs to the gateway. */
  accept(socket: ClientSocket, caller: Caller): void {
    const key = JSON.stringify([caller.principal.userId, caller.trackingId])
    const engine = this.#engineName(caller.engine)
    const accepted = new AsrSocket(socket, {
      limits: this.#limits,
      openStream: (config, reader) => this.#openStream(engine, config, reader, caller, key),
      onGone: (gone, cut, code) => this.#gone(gone, cut, code),
    })
    this.#sockets.set(accepted, { caller, key, openedAt: performance.now() })
    this.options.events.log('asrSocketOpened', {
      tracking_id: caller.trackingId.slice(0, 100),
      engine: engine ?? 'unknown',
    })
    this.options.log.info({ trackingId: caller.trackingId, engine }, 'asr socket opened')
    if (engine === undefined)
      accepted.refuse(
        new AsrRefusal('unknown_engine', `There is no engine named ${caller.engine.slice(0, 50)}`),
      )
  }

  /** Logging out ends the sockets of that session at once. */
  endSession(sessionId: string): void {
    for (const [socket, { caller }] of this.#sockets)
      if (caller.principal.sessionId === sessionId)
        socket.refuse(new AsrRefusal('session_ended', 'The session has ended'))
  }

  close(): void {
    clearInterval(this.#timer)
    for (const socket of this.#sockets.keys())
      socket.refuse(new AsrRefusal('shutting_down', 'The server is shutting down'))
    this.#resumable.clear()
  }

  #engineName(given: string): string | undefined {
    const { engines } = this.options
    if (engines.get(given)) return given
    const decoded = decodeSubProtocolValue(given)
    return decoded !== null && engines.get(decoded) ? decoded : undefined
  }

  async #openStream(
    engine: string | undefined,
    config: AsrConfig,
    reader: StreamReader,
    caller: Caller,
    key: string,
  ): Promise<ResumableStream> {
    if (engine === undefined) throw new AsrRefusal('unknown_engine', 'There is no such engine')
    const resumed = config.start_millis === undefined ? undefined : this.#reclaim(key, reader)
    if (resumed && !resumed.over && resumed.engine === engine && sameRequest(resumed.config, config)) {
      resumed.attach(reader, config.start_millis ?? 0)
      return resumed
    }
    resumed?.abort()
    const { userId } = caller.principal
    const resumes = config.start_millis !== undefined
    const counted = await this.options.userStreams?.opening({ userId, stream: key, resumes })
    const metrics = new StreamMetrics(this.#metrics, engine, ({ ...summary }) => {
      counted?.over()
      this.options.log.info({ trackingId: caller.trackingId, engine, ...summary }, 'asr stream ended')
    })
    const owner = { userId, inMeeting: false, openElsewhere: counted?.elsewhere }
    const open = () => ResumableStream.open(this.options.engines, { engine, config, owner }, metrics, reader)
    try {
      return await open().catch(async error => {
        const { reason, recordedReason } = asSpeechError(error)
        if (reason === 'capacity' && this.#freePlace(engine, userId)) return await open()
        this.options.events.log('engineRefused', { engine, reason: recordedReason })
        throw error
      })
    } catch (error) {
      counted?.over()
      throw error
    }
  }

  /**
   * For engines whose places belong to open streams: one is released for a user who asks. First a stream that waits for
   * its client to come back, then the socket that was silent longest, then one of a user who would still have as many.
   */
  #freePlace(engine: string, userId: string): boolean {
    if (this.#resumable.abortOldest()) return true
    const open = [...this.#sockets].flatMap(([socket, { caller }]) =>
      socket.stream?.engine === engine ? [{ socket, userId: caller.principal.userId }] : [],
    )
    const placesOf = (id: string) => open.filter(one => one.userId === id).length
    const own = placesOf(userId)
    const isSilent = ({ socket }: { socket: AsrSocket }) => socket.idleMs > this.#limits.idleMs
    const [loser] = open
      .filter(one => isSilent(one) || placesOf(one.userId) > own + 1)
      .sort(
        (a, b) =>
          Number(isSilent(b)) - Number(isSilent(a)) ||
          placesOf(b.userId) - placesOf(a.userId) ||
          b.socket.idleMs - a.socket.idleMs,
      )
    if (!loser) return false
    const { socket } = loser
    const why = isSilent(loser) ? 'while nothing was said' : 'by another user'
    socket.refuse(new AsrRefusal('over_capacity', `Its place was needed ${why}`))
    socket.stream?.abort()
    return true
  }

  /** The client's own stream: from the shelf, or from a socket whose death has not been noticed yet. */
  #reclaim(key: string, reader: StreamReader): ResumableStream | undefined {
    for (const [socket, entry] of this.#sockets) {
      if (socket === reader || entry.key !== key || !socket.stream) continue
      const { stream } = socket
      stream.detach()
      socket.stream = undefined
      socket.socket.terminate()
      return stream
    }
    return this.#resumable.take(key)
  }

  #gone(socket: AsrSocket, cut: boolean, code: number): void {
    const entry = this.#sockets.get(socket)
    this.#sockets.delete(socket)
    if (socket.refusal) this.#metrics.refusals.inc({ reason: socket.refusal.code })
    this.options.log.info(
      { trackingId: entry?.caller.trackingId, cut, refusal: socket.refusal?.code },
      'asr socket closed',
    )
    if (entry)
      this.options.events.log('asrSocketClosed', {
        tracking_id: entry.caller.trackingId.slice(0, 100),
        code,
        reason: socket.refusal?.code,
        open_ms: Math.round(performance.now() - entry.openedAt),
      })
    const { stream } = socket
    if (!stream || stream.over) return
    stream.detach()
    if (cut && entry) this.#resumable.put(entry.key, stream)
    else stream.abort()
  }

  #sweep(): void {
    const now = performance.now()
    for (const socket of this.#sockets.keys()) socket.sweep(now)
  }
}
