import { MEETING_LIVE } from '@livetap/contract'
import {
  changeProcessing,
  deleteMeeting,
  getMeeting,
  meetingDeletion,
  meetingStatus,
  recentMeetings,
  renameMeeting,
} from '@livetap/contract/calls/meetings'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import { RETENTION } from './meeting'
import { meetingDetail } from './meeting-detail'
import type { MeetingsService } from './meetings.service'
import { runProgress } from './run-progress'

/** The record of a meeting; its live side and its past data have routes of their own. */
export function meetingsRoutes(server: HttpServer, meetings: MeetingsService): void {
  const on = routesOf(server)

  on(recentMeetings, async ({ query: { recent, find, from, to, state, host }, principal }) => {
    const search = {
      find,
      from: momentOf(from),
      to: momentOf(to),
      status: state && statuses[state],
      hostUserId: host && principal.userId,
    }
    const found = await meetings.recent(recent, search)
    return { meetings: found.map(({ meeting, speakers }) => ({ ...meetingDetail(meeting), speakers })) }
  })

  on(getMeeting, async ({ params }) => {
    const detail = meetingDetail(await meetings.get(params.id))
    const enhancement = detail.status === 'CallEnded' ? await meetings.enhancement(params.id) : undefined
    return { ...detail, enhancement }
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

const momentOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))
