import { texts } from '@livetap/contract'
import type { LiveAsr } from '@livetap/session'
import { Badge, Button } from '@mantine/core'
import {
  IconMessagePlus,
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconPlayerPause,
  IconPlayerPlay,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react'
import { Fold } from '../../shared/ui/layout/fold'
import frame from '../../shared/ui/layout/live-frame.module.css'
import { useStore } from '../../shared/use-store'
import { EnginePicker } from './engine-picker'
import { LanguagePicker } from './language-picker'
import classes from './live-asr.module.css'
import { TrackingIdButton } from './tracking-id-button'
import type { Engines } from './use-engines'

interface Props {
  live: LiveAsr
  engines: Engines
  onAddHints: () => void
  onUpload: () => void
  onEndCall: () => void
}

export function Toolbar({ live, engines, onAddHints, onUpload, onEndCall }: Props) {
  const { session } = live
  const { muted, paused, settings, upload, trackingId } = useStore(session)
  const { phase } = useStore(live)
  const engine = engines.list.find(({ name }) => name === settings.engine)
  const running = phase !== 'ending' && phase !== 'ended'
  return (
    <div className={frame.toolbar} role="toolbar" aria-label="Call controls">
      {running && (
        <>
          <Button
            size="xs"
            variant={muted ? 'filled' : 'default'}
            color={muted ? 'yellow' : undefined}
            leftSection={muted ? <IconMicrophoneOff size={16} /> : <IconMicrophone size={16} />}
            aria-pressed={muted}
            className={classes.mute}
            onClick={() => session.setMuted(!muted)}
          >
            {muted ? 'Unmute' : 'Mute'}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={paused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            aria-pressed={paused}
            className={classes.mute}
            onClick={() => session.setPaused(!paused)}
          >
            {paused ? 'Resume' : 'Pause'}
          </Button>
          {muted && (
            <Badge color="yellow" variant="light" radius="sm">
              {texts.asr.muted}
            </Badge>
          )}
          {paused && (
            <Badge color="gray" variant="light" radius="sm">
              Paused
            </Badge>
          )}
          <Fold>
            <span className={frame.divider} aria-hidden />
            <EnginePicker
              engines={engines}
              value={settings.engine}
              onChange={name => void live.setEngine(name)}
            />
            <LanguagePicker
              engine={engine}
              value={settings.languageCode}
              onChange={code => void live.setLanguage(code)}
            />
            <Button
              data-hint="Speaker labels (diarization)"
              size="xs"
              variant={settings.diarization ? 'light' : 'default'}
              leftSection={<IconUsers size={16} />}
              aria-pressed={settings.diarization}
              onClick={() => void live.toggleDiarization()}
            >
              Speaker
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMessagePlus size={16} />}
              onClick={onAddHints}
            >
              {texts.asr.addSpeechHints}
            </Button>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconUpload size={16} />}
              loading={upload !== undefined}
              onClick={onUpload}
            >
              {texts.asr.upload}
            </Button>
          </Fold>
        </>
      )}
      <TrackingIdButton trackingId={trackingId} />
      <Button
        size="xs"
        color="red"
        className={classes.end}
        leftSection={<IconPhoneOff size={16} />}
        disabled={!running}
        onClick={onEndCall}
      >
        {texts.asr.endCall}
      </Button>
    </div>
  )
}
