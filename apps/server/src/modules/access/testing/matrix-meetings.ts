import type { Role } from '@livetap/contract'
import type { Principal } from '../../../platform/principal'
import { pastMeeting, utteranceAt } from '../../../testing/meetings/past-meeting'
import { testPrincipal } from '../../../testing/test-principals'
import type { TestServer } from '../../../testing/test-server'
import { replaceShards, shardAt } from '../../trainable/testing/trainable-meeting'
import type { Relation } from '../policy'

/** How the meetings of the matrices stand to each role's user. */
export const meetings = {
  own: { relation: 'owner', restricted: false },
  ownRestricted: { relation: 'owner', restricted: true },
  sharedToView: { relation: 'reader', restricted: false },
  sharedToEdit: { relation: 'editor', restricted: false },
  restrictedAndShared: { relation: 'reader', restricted: true },
  teams: { relation: 'team', restricted: false },
  attended: { relation: 'attendee', restricted: false },
  trainable: { relation: 'trainable', restricted: false },
  other: { relation: 'other', restricted: false },
  restricted: { relation: 'restricted', restricted: true },
} as const satisfies Record<string, { relation: Relation; restricted: boolean }>
export type Kind = keyof typeof meetings
export const kinds = Object.keys(meetings) as Kind[]

export const teamOf = (role: Role) => `team of ${role}`

export const userOf = (role: Role): Principal => ({
  ...testPrincipal,
  role,
  userId: `user-${role}`,
  userName: `${role}@example.com`,
  emails: [`${role}@example.com`],
  sessionId: `session-${role}`,
})

/** A word that is said in one meeting alone, and names its speaker and its host. */
export const wordOf = (kind: Kind, role: Role) => `secret${kind.toLowerCase()}${role}`

export const lineOf = (kind: Kind, role: Role) => `line-${kind}-${role}`

/** A meeting that stands so to the user of a role, with a line that also says 'walrus', and a shard `shard-ID`. Answers its id. */
export async function meetingOfKind(server: TestServer, kind: Kind, role: Role): Promise<string> {
  const { app } = server
  const { kysely } = app.database
  const { userId, emails } = userOf(role)
  const { relation, restricted } = meetings[kind]
  const line = utteranceAt(0, `walrus ${wordOf(kind, role)}`, { id: lineOf(kind, role) })
  const id = await pastMeeting(server, { utterances: [line] })
  await app.transcripts.speakerNames.rename(id, '1', wordOf(kind, role), 'a test')
  await kysely
    .updateTable('meeting')
    .set({
      host_user_id: relation === 'owner' ? userId : 'someone-else',
      host_email: `${wordOf(kind, role)}@example.com`,
      restricted,
      trainable_shard_percent: kind === 'trainable' ? 100 : 0,
    })
    .where('id', '=', id)
    .execute()
  await replaceShards(kysely, id, [shardAt(0, 'one two', { id: `shard-${id}` })])
  if (relation === 'reader' || relation === 'editor')
    await kysely
      .insertInto('meeting_share')
      .values({
        meeting_id: id,
        user_id: userId,
        email: emails[0]!,
        grants: relation === 'editor' ? 'edit' : 'view',
        created_by: 'a test',
      })
      .execute()
  if (kind === 'teams') {
    const team = await kysely
      .insertInto('team')
      .values({ name: teamOf(role) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await kysely.insertInto('team_member').values({ team_id: team.id, user_id: userId }).execute()
    await kysely.updateTable('meeting').set({ team_id: team.id }).where('id', '=', id).execute()
  }
  if (kind === 'attended')
    await kysely
      .insertInto('live_stream')
      .values({
        meeting_id: id,
        id: 'stream',
        number: 1,
        client_id: 'client',
        user_id: userId,
        csi: 1,
        name: '',
        anchor_ms: 0,
        base_ms: 0,
      })
      .execute()
  return id
}
