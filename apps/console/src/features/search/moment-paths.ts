import { fillRoute, listeningPath, MEETING_LIVE, routes, type SearchMoment } from '@livetap/contract'
import { timeParam } from '@livetap/transcript'

/** Unique among what was found. */
export const keyOf = ({ kind, meeting_id, line_id }: SearchMoment): string =>
  `${kind}-${meeting_id}-${line_id}`

export const meetingPath = (id: string, status: string): string =>
  status === MEETING_LIVE ? listeningPath(id) : fillRoute(routes.past, { meeting_id: id })

/** The past view at the word; a running meeting has no past yet. */
export const momentPath = ({ meeting_id, mark_millis }: SearchMoment, status: string): string =>
  `${meetingPath(meeting_id, status)}?t=${timeParam(mark_millis)}`
