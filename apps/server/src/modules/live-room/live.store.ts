import { type CustomPhrase, MEETING_LIVE } from '@livetap/contract'
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely'
import type { DB } from '../../platform/db/schema'
import { Store } from '../../platform/db/store'
import { notSilent } from '../nodes'
import type { LiveTables, Translation } from './live-tables'

export interface LiveState {
  meetingId: string
  customPhrases: readonly CustomPhrase[]
  earmuffs: boolean
  recording: boolean
  transcription: boolean
  chimes: boolean
  translations: readonly Translation[]
  updatedAt: Date
}

export type LiveStateChange = Partial<Omit<LiveState, 'meetingId' | 'updatedAt'>>

/** A meeting of this node as the database has it. */
export interface OwnMeeting {
  state: LiveState
  language: string | null
  status: string
  endRequestedBy: string | null
  /** Of the room that was opened last. */
  token: number
}

export interface NodeAddress {
  /** The same after a restart, so that a node finds its meetings again. */
  id: string
  /** 'ws://host:port' */
  url: string
}

export interface NodeIdentity extends NodeAddress {
  /** The process that the node is now. */
  pod: string
}

const columns = (change: LiveStateChange) => {
  const named = {
    custom_phrases: change.customPhrases && JSON.stringify(change.customPhrases),
    earmuffs: change.earmuffs,
    recording: change.recording,
    transcription: change.transcription,
    chimes: change.chimes,
    translations: change.translations && JSON.stringify(change.translations),
  }
  return Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
}

/** A meeting is free for a node when no one has it, the node itself has it, or whose it was is not alive any more. */
export const freeFor = (
  { or, eb, not, exists, selectFrom }: ExpressionBuilder<DB, 'live_meeting'>,
  node: NodeAddress,
  silentMs: number,
) =>
  or([
    eb('live_meeting.node_id', 'is', null),
    eb('live_meeting.node_id', '=', node.id),
    not(
      exists(
        selectFrom('node')
          .select('node.pod')
          .whereRef('node.id', '=', 'live_meeting.node_id')
          .where(notSilent(silentMs)),
      ),
    ),
  ])

/** The state of each running meeting and the node that has it. */
export class LiveStore extends Store {
  /** Once more for the same meeting changes nothing. */
  async create(meetingId: string, customPhrases: readonly CustomPhrase[]): Promise<void> {
    await this.db
      .insertInto('live_meeting')
      .values({
        meeting_id: meetingId,
        custom_phrases: JSON.stringify(customPhrases),
        node_id: null,
        node_url: null,
        end_requested_by: null,
        end_reason: null,
      })
      .onConflict(conflict => conflict.column('meeting_id').doNothing())
      .execute()
  }

  async find(meetingId: string): Promise<LiveState | undefined> {
    const row = await this.db
      .selectFrom('live_meeting')
      .selectAll()
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return row && stateOf(row)
  }

  async change(meetingId: string, change: LiveStateChange): Promise<LiveState | undefined> {
    const update = (db: Kysely<DB>) =>
      db
        .updateTable('live_meeting')
        // Later than before in any case: a clock that is set back must not make a change look old.
        .set({
          ...columns(change),
          updated_at: sql<Date>`greatest(now(), updated_at + interval '1 millisecond')`,
        })
        .where('meeting_id', '=', meetingId)
        .returningAll()
        .executeTakeFirst()
    const row = await this.withEntry(update, row => row && {})
    return row && stateOf(row)
  }

  /** One a voice and language; a second request for the same changes its interims. */
  async addTranslation(meetingId: string, wanted: Translation, most: number): Promise<LiveState | undefined> {
    return await this.#changeTranslations(meetingId, before => {
      const others = before.filter(one => one.csi !== wanted.csi || one.language !== wanted.language)
      return [...others, wanted].slice(-most)
    })
  }

  /** Without a language all of that voice. */
  async removeTranslation(
    meetingId: string,
    { csi, language }: { csi: number; language?: string },
  ): Promise<LiveState | undefined> {
    return await this.#changeTranslations(meetingId, before =>
      before.filter(one => one.csi !== csi || (language !== undefined && one.language !== language)),
    )
  }

  async #changeTranslations(
    meetingId: string,
    change: (before: readonly Translation[]) => Translation[],
  ): Promise<LiveState | undefined> {
    return await this.db.transaction().execute(async tx => {
      const row = await tx
        .selectFrom('live_meeting')
        .select('translations')
        .where('meeting_id', '=', meetingId)
        .forUpdate()
        .executeTakeFirst()
      return row && (await this.within(tx).change(meetingId, { translations: change(row.translations) }))
    })
  }

  /** The owner of the meeting: the node that has it and was seen lately, or the given one from now on. */
  async claim(meetingId: string, node: NodeAddress, silentMs: number): Promise<NodeAddress | undefined> {
    const claimed = await this.db
      .updateTable('live_meeting')
      .set({ node_id: node.id, node_url: node.url })
      .where('meeting_id', '=', meetingId)
      .where(eb => freeFor(eb, node, silentMs))
      .returning('meeting_id')
      .executeTakeFirst()
    return claimed ? node : await this.ownerOf(meetingId)
  }

  /** The node that has the meeting, or had it last. */
  async ownerOf(meetingId: string): Promise<NodeAddress | undefined> {
    const row = await this.db
      .selectFrom('live_meeting')
      .select(['node_id', 'node_url'])
      .where('meeting_id', '=', meetingId)
      .executeTakeFirst()
    return row?.node_id && row.node_url ? { id: row.node_id, url: row.node_url } : undefined
  }

  /** Keeps when clients were seen in the meetings of this node; answers those that are still its own. */
  async look(
    node: NodeIdentity,
    meetings: readonly { id: string; hasClients: boolean }[],
  ): Promise<OwnMeeting[]> {
    if (meetings.length === 0) return []
    const withClients = meetings.filter(one => one.hasClients).map(one => one.id)
    if (withClients.length > 0)
      await this.db
        .updateTable('live_meeting')
        .set({ last_client_at: sql<Date>`now()` })
        .where('meeting_id', 'in', withClients)
        .execute()
    const rows = await this.db
      .selectFrom('live_meeting')
      .innerJoin('meeting', 'meeting.id', 'live_meeting.meeting_id')
      .where(
        'live_meeting.meeting_id',
        'in',
        meetings.map(one => one.id),
      )
      .where('live_meeting.node_id', '=', node.id)
      .selectAll('live_meeting')
      .select(['meeting.language', 'meeting.status'])
      .execute()
    return rows.map(row => ({
      state: stateOf(row),
      language: row.language,
      status: row.status,
      endRequestedBy: row.end_requested_by,
      token: row.fencing_token,
    }))
  }

  async requestEnd(meetingId: string, by: string): Promise<void> {
    const update = (db: Kysely<DB>) =>
      db
        .updateTable('live_meeting')
        .set({ end_requested_by: by })
        .where('meeting_id', '=', meetingId)
        .execute()
    await this.withEntry(update, () => ({}))
  }

  /** Running meetings that no client was seen in since `before`, whose node is this one or silent. */
  async abandoned(
    node: NodeIdentity,
    abandonedMs: number,
    silentMs: number,
  ): Promise<{ meetingId: string; requestedBy: string | null }[]> {
    const rows = await this.db
      .selectFrom('live_meeting')
      .innerJoin('meeting', 'meeting.id', 'live_meeting.meeting_id')
      .select(['meeting_id', 'end_requested_by'])
      .where('meeting.status', '=', 'CallStarted')
      .where(({ or, eb }) =>
        or([
          eb('last_client_at', '<', sql<Date>`now() - ${abandonedMs} * interval '1 millisecond'`),
          eb('end_requested_by', 'is not', null),
        ]),
      )
      .where(eb => freeFor(eb, node, silentMs))
      .limit(100)
      .execute()
    return rows.map(row => ({ meetingId: row.meeting_id, requestedBy: row.end_requested_by }))
  }

  async ended(meetingId: string, reason: string): Promise<void> {
    await this.db
      .updateTable('live_meeting')
      .set({ end_reason: reason })
      .where('meeting_id', '=', meetingId)
      .execute()
  }

  /**
   * Ended meetings whose sound is not mixed yet, or not cleaned up after that; those of other living nodes are left to
   * them.
   */
  async unmixed(node: NodeIdentity, silentMs: number): Promise<string[]> {
    const rows = await this.db
      .selectFrom('live_meeting')
      .innerJoin('meeting', 'meeting.id', 'live_meeting.meeting_id')
      .select('meeting_id')
      .where('meeting.status', '!=', MEETING_LIVE)
      .where('mixed_at', 'is', null)
      .where(eb => freeFor(eb, node, silentMs))
      .orderBy('meeting_id')
      .limit(100)
      .execute()
    return rows.map(row => row.meeting_id)
  }

  async mixed(meetingId: string): Promise<void> {
    await this.db
      .updateTable('live_meeting')
      .set({ mixed_at: new Date() })
      .where('meeting_id', '=', meetingId)
      .execute()
  }
}

function stateOf(row: Selectable<LiveTables['live_meeting']>): LiveState {
  return {
    meetingId: row.meeting_id,
    customPhrases: row.custom_phrases,
    earmuffs: row.earmuffs,
    recording: row.recording,
    transcription: row.transcription,
    chimes: row.chimes,
    translations: row.translations,
    updatedAt: row.updated_at,
  }
}
