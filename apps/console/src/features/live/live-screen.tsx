import { DO_NOT_RECORD_AUDIO, routes, texts } from '@livetap/contract'
import { type LiveMeeting, mayGoOffTheRecord, othersIn } from '@livetap/session'
import { parseTimeParam } from '@livetap/transcript'
import { Button, VisuallyHidden } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link, useParams, useSearchParams } from 'react-router'
import { ConnectionState } from '../../shared/frame/connection-state'
import { ConnectionSlot } from '../../shared/frame/slots'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { useMeetingHub } from '../../shared/meeting-hub/hub-context'
import { HubHeader } from '../../shared/meeting-hub/hub-header'
import { useIsAnswered, useMayHere } from '../../shared/meeting-hub/use-may-here'
import { rememberMeeting } from '../../shared/recent-meetings'
import { useUser } from '../../shared/session/session-context'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import frame from '../../shared/ui/layout/live-frame.module.css'
import { useNarrow } from '../../shared/ui/layout/use-narrow'
import palette from '../../shared/ui/theme/palette.module.css'
import { useStore } from '../../shared/use-store'
import { connectionLabels, connectionTones } from './connection-words'
import { Entering } from './entering'
import { SidePanel } from './side-panel'
import { StatusBanner } from './status-banner'
import { EndCall } from './toolbar/end-call'
import { Toolbar } from './toolbar/toolbar'
import { RoomPane, type RoomTab } from './transcript/room-pane'
import { SpeakerColours } from './transcript/speaker-colour'
import { useLiveMeeting } from './use-live-meeting'

export function LiveScreen() {
  const { meeting_id: meetingId, record_audio: recordAudio } = useParams()
  useScreenTitle('Live meeting', { id: meetingId, idLabel: 'meeting id' })
  if (!meetingId)
    return (
      <EmptyState
        title="No meeting was chosen"
        hint="Create a live meeting, or add the assistant to one that runs."
        action={
          <Button component={Link} to={routes.launcher} size="xs">
            Go to the launcher
          </Button>
        }
      />
    )
  return <LiveRoute key={meetingId} meetingId={meetingId} recordAudio={recordAudio} />
}

function LiveRoute({ meetingId, recordAudio }: { meetingId: string; recordAudio: string | undefined }) {
  // Whether one may speak is known before the microphone is asked for.
  const isAnswered = useIsAnswered(useMeetingHub())
  return isAnswered && <EnteredMeeting meetingId={meetingId} recordAudio={recordAudio} />
}

function EnteredMeeting({ meetingId, recordAudio }: { meetingId: string; recordAudio: string | undefined }) {
  const maySpeak = useMayHere('live.speak')
  const live = useLiveMeeting(meetingId, maySpeak && recordAudio !== DO_NOT_RECORD_AUDIO)
  return live && <LiveView live={live} />
}

function LiveView({ live }: { live: LiveMeeting }) {
  const { state } = useStore(live.client)
  const room = useStore(live)
  const { transcripts, phase, muted } = room
  const [colours] = useState(() => new SpeakerColours())
  useRemembered(live.meetingId, phase === 'live')
  const [tab, setTab] = useState<RoomTab>('transcripts')
  const [jumps, setJumps] = useState(0)
  const [search] = useSearchParams()
  const [isLooking, setLooking] = useState(true)
  const lookedAtMs = isLooking ? parseTimeParam(search.get('t') ?? '') : undefined
  const jump = () => {
    setLooking(false)
    setJumps(count => count + 1)
  }
  const isNarrow = useNarrow()
  const exit = useExit()
  const leave = () => exit()
  const [isAsking, setAsking] = useState(false)
  const end = () => {
    setAsking(false)
    void live.end()
  }
  const askToEnd = () => (othersIn(live.getSnapshot()) > 0 ? setAsking(true) : end())
  const highlightLast = () => {
    const last = transcripts.at(-1)
    if (last) void live.highlights.create(last)
  }
  const [mayEdit, maySpeak] = [useMayHere('meeting.edit'), useMayHere('live.speak')]
  useShortcuts([
    ...(mayEdit ? [{ keys: 'h', label: 'Highlight the newest line', run: highlightLast }] : []),
    ...(maySpeak
      ? [{ keys: 'e', label: 'Pause or resume EVA', run: () => void live.controls.toggleEva() }]
      : []),
    ...(maySpeak && mayGoOffTheRecord(room)
      ? [{ keys: 'o', label: texts.live.goOffTheRecord, run: () => void live.controls.offTheRecord() }]
      : []),
    ...(maySpeak
      ? [{ keys: 'm', label: 'Mute or unmute the microphone', run: () => live.setMuted(!muted) }]
      : []),
    { keys: 't', label: 'Show the transcripts', run: () => setTab('transcripts') },
    { keys: 'g', label: 'Show the highlights', run: () => setTab('highlights') },
    { keys: 'End', label: 'Jump to the newest line', run: jump },
  ])
  // The loading steps and failures have a line of their own once there are rows.
  const isEntering = phase !== 'live' && phase !== 'ended' && transcripts.length > 0
  return (
    <div className={`${palette.palette} ${frame.screen}`}>
      <VisuallyHidden component="h1">Live meeting</VisuallyHidden>
      <ConnectionSlot>
        <ConnectionState tone={connectionTones[state]} label={connectionLabels[state]} />
      </ConnectionSlot>
      <HubHeader withViews={!isNarrow} />
      <Toolbar
        live={live}
        onHighlight={highlightLast}
        onLeave={leave}
        onEnd={askToEnd}
        onEndTitled={() => setAsking(true)}
      />
      <StatusBanner live={live} />
      {isEntering && <Entering live={live} />}
      <div className={frame.columns}>
        <RoomPane
          live={live}
          colours={colours}
          tab={tab}
          onTab={setTab}
          jumps={jumps}
          onJump={jump}
          lookedAtMs={lookedAtMs}
        />
        <SidePanel live={live} colours={colours} />
      </div>
      {isAsking && phase !== 'ending' && phase !== 'ended' && (
        <EndCall live={live} onLeave={leave} onEnd={end} onClose={() => setAsking(false)} />
      )}
    </div>
  )
}

/** Only a meeting that was entered joins the list of opened ones. */
function useRemembered(meetingId: string, isEntered: boolean): void {
  const user = useUser()
  useEffect(() => {
    if (!isEntered) return
    const path = window.location.pathname
    rememberMeeting(user.id, { meetingId, path, openedAtMs: Date.now() })
  }, [user.id, meetingId, isEntered])
}
