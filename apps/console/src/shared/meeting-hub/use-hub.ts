import { MeetingHub } from '@livetap/session'
import { useEffectEvent } from 'react'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useApi, useUser } from '../session/session-context'
import { useSession } from '../session/use-session'

/** The meeting of the address: a part of its path, or what the logs are asked for. */
function useMeetingId(): string {
  const params = useParams()
  const [search] = useSearchParams()
  return params.meeting_id ?? params.trainable_meeting_id ?? search.get('meeting')?.trim() ?? ''
}

/** One for each meeting, from the first of its views that is opened to the last that is left. */
export function useHub(): MeetingHub | undefined {
  const meetingId = useMeetingId()
  const api = useApi()
  const { userName } = useUser()
  const navigate = useNavigate()
  const goTo = useEffectEvent((path: string) => void navigate(path))
  const hub = useSession(
    scope => {
      if (meetingId === '') return undefined
      const opened = new MeetingHub({
        api,
        meetingId,
        goTo,
        loadReplay: async () => (await import('./create-replay')).replayCreator(userName),
      })
      scope.add(() => opened.dispose())
      opened.record.watch()
      return opened
    },
    [api, meetingId, userName],
  )
  return hub?.meetingId === meetingId ? hub : undefined
}
