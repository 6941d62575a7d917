import { type NamedVoice, VOICE_PRINT_VERSION, type VoiceMatch, type VoicePrint } from '@livetap/speech'
import { sql } from 'kysely'
import { Store } from '../../platform/db/store'
import type {} from './known-voice-tables'

/** A recording that cannot be listened to is given up after so many. */
export const LISTENING_ATTEMPTS = 3
/** More prints of one host than these are not compared; the newest are. */
const MAX_COMPARED = 2_000

export interface WaitingPrint {
  id: string
  meetingId: string
  speakerId: string
}

/** The prints themselves, for those who make and compare them. */
export class VoicePrintsStore extends Store {
  /** A voice to listen to, which counts as an attempt; those that other networks made are made again. */
  async next(): Promise<WaitingPrint | undefined> {
    return await this.db
      .updateTable('voice_print')
      .set({ attempts: sql`attempts + 1` })
      .where('id', '=', query =>
        query
          .selectFrom('voice_print')
          .select('id')
          .where(sql<boolean>`version is distinct from ${VOICE_PRINT_VERSION}`)
          .where('attempts', '<', LISTENING_ATTEMPTS)
          .orderBy('attempts')
          .orderBy('named_at')
          .limit(1)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'meeting_id as meetingId', 'speaker_id as speakerId'])
      .executeTakeFirst()
  }

  /** Changes nothing where the voice was deleted meanwhile. */
  async save(id: string, print: VoicePrint): Promise<void> {
    await this.db
      .updateTable('voice_print')
      .set({ print: toBytes(print), version: VOICE_PRINT_VERSION, attempts: 0 })
      .where('id', '=', id)
      .execute()
  }

  /** Nothing can be made of it, now or later. */
  async markFailed(id: string): Promise<void> {
    await this.db
      .updateTable('voice_print')
      .set({ attempts: LISTENING_ATTEMPTS })
      .where('id', '=', id)
      .execute()
  }

  async delete(id: string): Promise<void> {
    await this.db.deleteFrom('voice_print').where('id', '=', id).execute()
  }

  /** What a host's meeting can be compared with, the newest first. */
  async of(userId: string): Promise<NamedVoice[]> {
    const rows = await this.db
      .selectFrom('voice_print')
      .select(['id', 'name', 'print'])
      .where('user_id', '=', userId)
      .where('version', '=', VOICE_PRINT_VERSION)
      .where('print', 'is not', null)
      .orderBy('named_at', 'desc')
      .limit(MAX_COMPARED)
      .execute()
    return rows.map(({ id, name, print }) => ({ id, name, print: fromBytes(print!) }))
  }

  /**
   * In place of what was proposed before; a voice that was deleted meanwhile is left out, and a speaker for whom the
   * host wanted no name gets none again.
   */
  async propose(meetingId: string, matches: readonly VoiceMatch[]): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await tx
        .deleteFrom('voice_proposal')
        .where('meeting_id', '=', meetingId)
        .where('dismissed_at', 'is', null)
        .execute()
      for (const { speaker, voice } of matches)
        await sql`
          insert into voice_proposal (meeting_id, speaker_id, print_id)
          select ${meetingId}, ${speaker}, id from voice_print where id = ${voice.id}
          on conflict (meeting_id, speaker_id) do nothing
        `.execute(tx)
    })
  }
}

const toBytes = (print: VoicePrint) => Buffer.from(print.buffer, print.byteOffset, print.byteLength)

/** A copy: the driver's buffer need not lie where floats may. */
const fromBytes = (bytes: Buffer): VoicePrint => new Float32Array(Uint8Array.from(bytes).buffer)
