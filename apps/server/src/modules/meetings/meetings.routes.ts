import { isLibraryQuery, MEETING_LIVE } from '@livetap/contract'
import {
  changeProcessing,
  deleteMeeting,
  getMeeting,
  meetingDeletion,
  meetingStatus,
  recentMeetings,
  renameMeeting,
} from '@livetap/contract/calls/meetings'
import type { CallOf } from '@livetap/contract/wire/endpoint'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { Principal } from '../../platform/principal'
import type { AccessService } from '../access'
import type { LibraryService } from './library/library.service'
import { type LibraryFilter, valuesOf } from './library/library-filter'
import { RETENTION } from './meeting'
import { meetingDetail, sharingOf } from './meeting-detail'
import { meetingOf } from './meeting-row'
import type { MeetingsService } from './meetings.service'
import { runProgress } from './run-progress'

/** What callers may do to meetings, for screens that offer nothing else. */
export type MeetingRights = Pick<AccessService, 'rightsOf'>

/** The record of a meeting; its live side and its past data have routes of their own. */
export function meetingsRoutes(
  server: HttpServer,
  meetings: MeetingsService,
  library: LibraryService,
  rights: MeetingRights,
): void {
  const on = routesOf(server)
  on(recentMeetings, async ({ query, principal }) => {
    if (isLibraryQuery(query)) return await libraryAnswer(query, principal)
    const { recent, find, state, host } = query
    const search = {
      find,
      from: momentOf(query.from),
      to: momentOf(query.to),
      // The schema lets these lists through with one of these values alone.
      status: statuses[state as keyof typeof statuses],
      hostUserId: host === 'me' ? principal.userId : undefined,
      isShared: host === 'shared',
    }
    const found = await meetings.recent(principal, recent, search)
    const mayTo = rights.rightsOf(principal)
    return {
      meetings: found.map(({ meeting, standing, facts, speakers }) => {
        const may = mayTo(standing)
        return { ...meetingDetail(meeting), speakers, may, sharing: sharingOf(facts, may) }
      }),
    }
  })

  async function libraryAnswer(query: CallOf<typeof recentMeetings>['query'], principal: Principal) {
    const { sort = '-start', cursor, limit = LIBRARY_PAGE } = query
    const { rows, ...counts } = await library.page(principal, {
      filter: filterOf(query),
      sort,
      cursor,
      limit,
    })
    const listed = rows.map(({ meeting }) => meeting)
    const mayTo = rights.rightsOf(principal)
    const speakers = await meetings.speakers(listed)
    return {
      meetings: rows.map(({ meeting, standing, facts, team, speakerNames, tags }) => {
        const may = mayTo(standing)
        return {
          ...meetingDetail(meeting),
          speakers: speakers.get(meeting.id) ?? 0,
          speaker_names: speakerNames,
          team,
          language: meeting.language,
          tags,
          may,
          sharing: sharingOf(facts, may),
        }
      }),
      ...counts,
    }
  }

  on(getMeeting, async ({ params, grant }) => {
    const meeting = grant?.meeting ? meetingOf(grant.meeting) : await meetings.get(params.id)
    const detail = meetingDetail(meeting)
    const spoken = await meetings.spoken(meeting)
    const enhancement = detail.status === 'CallEnded' ? await meetings.enhancement(params.id) : undefined
    const { restricted } = meeting
    return { ...detail, ...spoken, enhancement, restricted, may: grant?.actions ?? [] }
  })

  on(meetingStatus, async ({ params }) => {
    const meeting = await meetings.get(params.id)
    const { status, stage, error } = meeting
    return { status, stage, ...runProgress(meeting), error }
  })

  on(meetingDeletion, async ({ params }) => {
    const { deletedAt, deletedBy } = await meetings.deletion(params.id)
    const deleted_at = deletedAt.toISOString()
    return deletedBy === RETENTION
      ? { deleted_at, reason: 'retention' as const }
      : { deleted_at, reason: 'user' as const, deleted_by: deletedBy }
  })

  on(renameMeeting, async ({ params, body, principal }) =>
    meetingDetail(await meetings.rename(params.id, body.title, principal.userName)),
  )

  on(deleteMeeting, async ({ params, principal }) => meetings.delete(params.id, principal.userName))

  on(changeProcessing, async ({ params: { id, action }, principal: { userName } }) =>
    meetingDetail(
      action === 'cancel'
        ? await meetings.cancelProcessing(id, userName)
        : await meetings.retryProcessing(id, userName),
    ),
  )
}

const statuses = { live: MEETING_LIVE, transcribing: 'processing', failed: 'failed' } as const

const LIBRARY_PAGE = 50

const filterOf = (query: CallOf<typeof recentMeetings>['query']): LibraryFilter => ({
  words: query.q?.split(/\s+/).filter(Boolean) ?? [],
  from: momentOf(query.from),
  to: momentOf(query.to),
  state: valuesOf(query.state),
  host: valuesOf(query.host),
  team: valuesOf(query.team),
  site: valuesOf(query.site),
  language: valuesOf(query.language),
  speaker: valuesOf(query.speaker),
  tag: valuesOf(query.tag),
})

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
