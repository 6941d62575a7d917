import { counted, texts } from '@livetap/contract'
import type { LiveAsr } from '@livetap/session'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { useNow } from '../../shared/time/use-now'
import { EmptyState } from '../../shared/ui/feedback/empty-state'
import { ErrorState } from '../../shared/ui/feedback/error-state'
import { LoadingMessage } from '../../shared/ui/feedback/loading-message'
import frame from '../../shared/ui/layout/live-frame.module.css'
import { BehindBadge } from '../../shared/ui/meeting/behind-badge'
import { useStore } from '../../shared/use-store'
import classes from './live-asr.module.css'
import { TranscriptList } from './transcript-list'
import { TranscriptMenu } from './transcript-menu'
import { SaveAsMeeting } from './unsaved-transcript'

export function TranscriptPane({ live }: { live: LiveAsr }) {
  const { lines, interim, trackingId } = useStore(live.session)
  const [held, setHeld] = useState(false)
  return (
    <section className={frame.pane} aria-label="Transcript">
      <header className={frame.paneHead}>
        <h2 className={classes.paneTitle}>Transcript</h2>
        <span className={classes.count} data-testid="line-count">
          {counted(lines.length, 'line')}
        </span>
        <Behind live={live} />
        <Badge
          variant="light"
          radius="sm"
          color={held ? 'gray' : 'accent'}
          className={classes.scrollBadge}
          data-testid="auto-scroll"
        >
          {held ? 'Auto-scroll paused' : 'Auto-scroll on'}
        </Badge>
        <SaveAsMeeting live={live} />
        <TranscriptMenu
          lines={lines}
          name={trackingId}
          onExport={() => live.exported()}
          onClear={() => live.discard()}
        />
      </header>
      {lines.length > 0 ? (
        <TranscriptList lines={lines} held={held} onHold={setHeld} />
      ) : (
        <Nothing live={live} />
      )}
      <div className={classes.interim} data-testid="interim" dir="auto">
        {interim ? interim.text : <span className={classes.waiting}>…</span>}
      </div>
    </section>
  )
}

function Behind({ live }: { live: LiveAsr }) {
  useNow()
  return <BehindBadge behindMs={live.session.behindMs()} />
}

/** In the list's place as long as there are no lines. */
function Nothing({ live }: { live: LiveAsr }) {
  const { phase } = useStore(live)
  const { error, paused, muted } = useStore(live.session)
  const { state } = useStore(live.recorder)
  if (phase === 'connecting') return <Room>{<LoadingMessage message={texts.asr.connecting} />}</Room>
  if (phase === 'creating-recorder')
    return <Room>{<LoadingMessage message={texts.asr.creatingRecorder} />}</Room>
  if (phase === 'failed')
    return (
      <Room>
        <ErrorState
          title={texts.asr.failedConnection}
          error={error}
          hint="Check the network, or choose another engine; what was said is kept for half a minute."
          onRetry={() => void live.start()}
        />
      </Room>
    )
  return (
    <Room>
      <EmptyState title="No speech yet" hint={whyEmpty(state === 'recording', paused, muted)} />
    </Room>
  )
}

function whyEmpty(recording: boolean, paused: boolean, muted: boolean): string {
  if (paused) return 'The stream is paused: resume it to go on.'
  if (muted) return 'You are muted: unmute to be heard.'
  if (!recording) return 'There is no microphone: open one under “Microphone”, or stream a file with Upload.'
  return 'Speak: the words appear below while you say them, and here when they are final.'
}

const Room = ({ children }: { children: React.ReactNode }) => <div className={frame.room}>{children}</div>
