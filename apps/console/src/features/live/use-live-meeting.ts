import { fillRoute, routes } from '@livetap/contract'
import { browserMedia, browserVoice, LiveMeeting, WorkerClock } from '@livetap/session'
import ClockWorker from '@livetap/session/clock-worker?worker'
import { useEffectEvent } from 'react'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useExit } from '../../shared/frame/use-exit'
import { useApi, useUser } from '../../shared/session/session-context'
import { useSession } from '../../shared/session/use-session'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { createChime } from './chime'

/** One meeting as long as the screen is open. Entered on load; leaving the screen does not end it. */
export function useLiveMeeting(meetingId: string, recordAudio: boolean): LiveMeeting | undefined {
  const api = useApi()
  const { userName } = useUser()
  const notices = useToasts()
  const leave = useEffectEvent(useExit())
  return useSession(
    scope => {
      const clock = new WorkerClock(new ClockWorker())
      scope.add(() => clock.dispose())
      const chime = createChime()
      scope.add(chime.dispose)
      const live = new LiveMeeting({
        api,
        meetingId,
        userName,
        recordAudio,
        media: browserMedia(),
        workletUrl: captureWorkletUrl,
        notices,
        goToPast: () => leave(fillRoute(routes.past, { meeting_id: meetingId })),
        clock,
        voice: browserVoice(globalThis.speechSynthesis),
        chime: chime.play,
        log: (text, detail) => console.error(text, detail ?? ''),
      })
      scope.add(() => live.dispose())
      void live.start()
      return live
    },
    [api, meetingId, userName, recordAudio, notices],
  )
}
