import { DO_NOT_RECORD_AUDIO, fillRoute, routes } from '@livetap/contract'
import { browserMedia, browserVoice, LiveMeeting, WorkerClock } from '@livetap/session'
import ClockWorker from '@livetap/session/clock-worker?worker'
import { useEffect, useRef, useState } from 'react'
import { captureWorkletUrl } from '../../shared/audio/capture-worklet-url'
import { useExit } from '../../shared/frame/use-exit'
import { useApi, useUser } from '../../shared/session/session-context'
import { useToasts } from '../../shared/ui/feedback/toasts'
import { createChime } from './chime'

/** One meeting as long as the screen is open. Entered on load; leaving the screen does not end it. */
export function useLiveMeeting(meetingId: string, recordAudio: string | undefined): LiveMeeting | null {
  const api = useApi()
  const { userName } = useUser()
  const notices = useToasts()
  const exit = useExit()
  const leave = useRef(exit)
  leave.current = exit
  const [live, setLive] = useState<LiveMeeting | null>(null)
  useEffect(() => {
    const clock = new WorkerClock(new ClockWorker())
    const chime = createChime()
    const opened = new LiveMeeting({
      api,
      meetingId,
      userName,
      recordAudio: recordAudio !== DO_NOT_RECORD_AUDIO,
      media: browserMedia(),
      workletUrl: captureWorkletUrl,
      notices,
      goToPast: () => leave.current(fillRoute(routes.past, { meeting_id: meetingId })),
      clock,
      voice: browserVoice(globalThis.speechSynthesis),
      chime: chime.play,
      log: (text, detail) => console.error(text, detail ?? ''),
    })
    setLive(opened)
    void opened.start()
    return () => {
      opened.dispose()
      chime.dispose()
      clock.dispose()
    }
  }, [api, meetingId, userName, recordAudio, notices])
  return live
}
