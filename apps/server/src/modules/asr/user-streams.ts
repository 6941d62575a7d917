import { randomUUID } from 'node:crypto'
import type { Log } from '../../platform/log/log'
import { type OneAtATime, oneAtATime } from '../../platform/one-at-a-time'
import type { UserStreamsStore } from './user-streams.store'

export interface OpeningStream {
  userId: string
  /** The client's own name of it. */
  stream: string
  /** The client comes back to it: another node may still keep it. */
  resumes: boolean
}

export interface CountedStream {
  /** How many the user has open at other nodes. */
  elsewhere: number
  over(): void
}

const MAX_NAME = 300

/**
 * Counts the open streams of each user over all nodes: a user who is led to several gateways has no more of them than at
 * one. The database is asked when a stream opens and when it is over, never for its sound.
 */
export class UserStreams {
  /** Over here, and still in the database. */
  readonly #over = new Set<string>()
  readonly #removing: OneAtATime

  constructor(
    private readonly store: UserStreamsStore,
    private readonly log: Log,
  ) {
    this.#removing = oneAtATime(
      () => this.#remove(),
      error => log.warn({ err: error }, 'ended asr streams are still counted: trying again'),
    )
  }

  async opening({ userId, stream, resumes }: OpeningStream): Promise<CountedStream> {
    const id = randomUUID()
    const name = stream.slice(0, MAX_NAME)
    const over = () => {
      this.#over.add(id)
      void this.#removing.run()
    }
    try {
      if (resumes) await this.store.removeElsewhere(userId, name)
      // Counted before the others are: of two that open at once at two nodes, one at least knows of the other.
      await this.store.add(id, userId, name)
      return { elsewhere: await this.store.countElsewhere(userId), over }
    } catch (error) {
      this.log.warn({ err: error }, 'asr streams at other nodes are not counted')
      return { elsewhere: 0, over }
    }
  }

  /** Streams whose end could not be written, because the database was away. */
  async forget(): Promise<void> {
    if (this.#over.size > 0) await this.#removing.run()
  }

  async #remove(): Promise<void> {
    const ids = [...this.#over]
    if (ids.length === 0) return
    await this.store.remove(ids)
    for (const id of ids) this.#over.delete(id)
  }
}
