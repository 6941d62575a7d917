import type { Caller } from '../connection/client-connection'
import { ConnectionRefusedError } from '../connection/connection-refused-error'
import type { LiveRoomLimits } from '../live-room-limits'
import type { LiveStream } from './live-stream'

export interface StreamOwnersOptions {
  limits: LiveRoomLimits
  streams: () => readonly LiveStream[]
  isConnected: (clientId: string) => boolean
}

/** Who speaks in a meeting: whether there is a place for another stream, and under which name. */
export class StreamOwners {
  /** Who a client is; of this process's own clients. */
  readonly #callers = new Map<string, Caller>()

  constructor(private readonly options: StreamOwnersOptions) {}

  /** The name of the new stream; refused where there are too many. */
  admit(caller: Caller): string {
    this.#assertPlace(caller)
    this.#callers.set(caller.clientId, caller)
    return this.#nameOf(caller)
  }

  /** Only who sends sound takes a place: neither a page that is gone nor one that is silent keeps others out. */
  #assertPlace({ clientId, userId }: Caller): void {
    const { limits, streams, isConnected } = this.options
    const busy = streams().filter(
      ({ record, idleMs }) => isConnected(record.clientId) && idleMs < limits.idleStreamMs,
    )
    const own = busy.filter(({ record }) => record.clientId === clientId)
    const ofUser = busy.filter(({ record }) => this.#callers.get(record.clientId)?.userId === userId)
    if (
      own.length >= limits.streamsPerClient ||
      ofUser.length >= limits.streamsPerUser ||
      busy.length >= limits.streamsPerMeeting
    )
      throw new ConnectionRefusedError('bad_message', 'csi: there are too many streams')
  }

  /** 'ann', and 'ann (2)' for another client of that name. A page that was loaded again in the same session is no other. */
  #nameOf({ clientId, userName, sessionId }: Caller): string {
    const isFree = (name: string) =>
      this.options.streams().every(({ record }) => {
        if (record.name !== name || record.clientId === clientId) return true
        const before = this.#callers.get(record.clientId)
        return before?.sessionId === sessionId && !this.options.isConnected(record.clientId)
      })
    for (let number = 1; ; number++) {
      const name = number === 1 ? userName : `${userName} (${number})`
      if (isFree(name)) return name
    }
  }
}
