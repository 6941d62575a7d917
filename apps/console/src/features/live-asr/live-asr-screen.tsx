import { routes } from '@livetap/contract'
import { isFirefox, type LiveAsr } from '@livetap/session'
import { VisuallyHidden } from '@mantine/core'
import { useCallback, useState } from 'react'
import { useParams } from 'react-router'
import { ConnectionState } from '../../shared/frame/connection-state'
import { ConnectionSlot } from '../../shared/frame/slots'
import { useExit } from '../../shared/frame/use-exit'
import { useScreenTitle } from '../../shared/frame/use-screen-title'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import frame from '../../shared/ui/layout/live-frame.module.css'
import { useStore } from '../../shared/use-store'
import { connectionLabels, connectionTones } from './connection-words'
import { HintsDialog } from './hints-dialog'
import { SidePanel } from './side-panel'
import { StatusBanner } from './status-banner'
import { Toolbar } from './toolbar'
import { TranscriptPane } from './transcript-pane'
import { LeaveUnsaved } from './unsaved-transcript'
import { useEngines } from './use-engines'
import { useFileStream } from './use-file-stream'
import { useLiveAsr } from './use-live-asr'

export function LiveAsrScreen() {
  const { meeting_id: meetingId } = useParams()
  useScreenTitle('Live ASR', { id: meetingId, idLabel: 'meeting id' })
  const exit = useExit()
  const call = useLiveAsr(() => exit(routes.launcher))
  return call && <LiveAsrView live={call.live} onEndCall={call.end} />
}

function LiveAsrView({ live, onEndCall }: { live: LiveAsr; onEndCall: () => void }) {
  const { session } = live
  const { connection, muted, paused, settings } = useStore(session)
  const engines = useEngines()
  const [hintsOpen, setHintsOpen] = useState(false)
  const file = useFileStream(session)
  const openHints = useCallback(() => setHintsOpen(true), [])
  useShortcuts([
    { keys: 'm', label: 'Mute or unmute', run: () => session.setMuted(!muted) },
    { keys: 'p', label: 'Pause or resume', run: () => session.setPaused(!paused) },
    { keys: 'h', label: 'Add speech hints', run: openHints },
    { keys: 'u', label: 'Stream an audio file', run: file.choose },
    { keys: 's', label: 'Speaker labels on or off', run: () => void live.toggleDiarization() },
  ])
  return (
    <div className={frame.screen}>
      <VisuallyHidden component="h1">Live ASR</VisuallyHidden>
      <ConnectionSlot>
        <ConnectionState tone={connectionTones[connection]} label={connectionLabels[connection]} />
      </ConnectionSlot>
      <Toolbar
        live={live}
        engines={engines}
        onAddHints={openHints}
        onUpload={file.choose}
        onEndCall={onEndCall}
      />
      <StatusBanner
        live={live}
        firefox={isFirefox(navigator.userAgent)}
        fileProblem={file.problem}
        onCancelUpload={session.cancelUpload}
      />
      <div className={frame.columns}>
        <TranscriptPane live={live} />
        <SidePanel live={live} onAddHints={openHints} />
      </div>
      <HintsDialog
        opened={hintsOpen}
        hints={settings.hints}
        onClose={() => setHintsOpen(false)}
        onSubmit={form => void live.addSpeechHints(form)}
      />
      {file.input}
      <LeaveUnsaved live={live} />
    </div>
  )
}
