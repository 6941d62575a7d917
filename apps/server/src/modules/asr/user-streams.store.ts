import { Store } from '../../platform/db/store'
import { notSilent } from '../nodes'
import type {} from './asr-tables'

export interface NodeOfStreams {
  pod: string
  /** A node that was silent for so long has no streams. */
  silentMs: number
}

/** Which streams are open at which node. Each is written when it opens and deleted when it is over. */
export class UserStreamsStore extends Store<NodeOfStreams> {
  async add(id: string, userId: string, stream: string): Promise<void> {
    const { pod } = this.options
    await this.db.insertInto('asr_stream').values({ id, user_id: userId, stream, pod }).execute()
  }

  async countElsewhere(userId: string): Promise<number> {
    const { pod, silentMs } = this.options
    const { count } = await this.db
      .selectFrom('asr_stream')
      .innerJoin('node', 'node.pod', 'asr_stream.pod')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', userId)
      .where('asr_stream.pod', '!=', pod)
      .where(notSilent(silentMs))
      .executeTakeFirstOrThrow()
    return count
  }

  /** The user's own, which another node may still keep for its client. */
  async removeElsewhere(userId: string, stream: string): Promise<void> {
    await this.db
      .deleteFrom('asr_stream')
      .where('user_id', '=', userId)
      .where('stream', '=', stream)
      .where('pod', '!=', this.options.pod)
      .execute()
  }

  async remove(ids: readonly string[]): Promise<void> {
    await this.db.deleteFrom('asr_stream').where('id', 'in', ids).execute()
  }
}
