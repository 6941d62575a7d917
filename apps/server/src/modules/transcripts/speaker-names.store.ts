import { Store } from '../../platform/db/store'
import { touchTranscript } from './transcript-revision.store'

export interface NamedSpeaker {
  speakerId: string
  name: string
  renamedBy: string
  renamedAt: Date
}

const columns = [
  'speaker_id as speakerId',
  'name',
  'renamed_by as renamedBy',
  'renamed_at as renamedAt',
] as const

export class SpeakerNamesStore extends Store {
  async list(meetingId: string): Promise<NamedSpeaker[]> {
    return await this.db
      .selectFrom('speaker_name')
      .select(columns)
      .where('meeting_id', '=', meetingId)
      .orderBy('speaker_id')
      .execute()
  }

  /** Gives a speaker its number back. */
  async forget(meetingId: string, speakerId: string): Promise<void> {
    await this.db.transaction().execute(async tx => {
      await tx
        .deleteFrom('speaker_name')
        .where('meeting_id', '=', meetingId)
        .where('speaker_id', '=', speakerId)
        .execute()
      await touchTranscript(tx, meetingId)
      await this.audited(tx)
    })
  }

  async rename(meetingId: string, speakerId: string, name: string, renamedBy: string): Promise<NamedSpeaker> {
    return await this.atomically(async tx => {
      const named = { name, renamed_by: renamedBy, renamed_at: new Date() }
      const row = await tx
        .insertInto('speaker_name')
        .values({ meeting_id: meetingId, speaker_id: speakerId, ...named })
        .onConflict(conflict => conflict.columns(['meeting_id', 'speaker_id']).doUpdateSet(named))
        .returning(columns)
        .executeTakeFirstOrThrow()
      await touchTranscript(tx, meetingId)
      await this.audited(tx)
      return row
    })
  }
}
