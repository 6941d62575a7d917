import type { Recorder, RecorderSnapshot } from '@livetap/session'
import { Button, Select, Text } from '@mantine/core'
import { IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react'
import { useStore } from '../use-store'
import classes from './microphone-panel.module.css'
import { VolumeMeter } from './volume-meter'

interface Props {
  recorder: Recorder
  muted: boolean
  /** It is only looked at: nothing is sent. */
  checking?: boolean
  /** What becomes of its sound, where it is not recorded. */
  note?: string
  onChooseDevice: (id: string) => void
  /** Tries to open the microphone again. */
  onRetry: () => void
}

export function microphoneText(
  { state, inputMuted, error }: RecorderSnapshot,
  muted = false,
  checking = false,
  note = 'Recording',
): string {
  if (state === 'ready' && checking) return inputMuted ? 'The system delivers silence' : 'Nothing is sent yet'
  if (state === 'recording' && muted) return 'Muted: silence is sent'
  if (state === 'recording') return inputMuted ? 'The system delivers silence' : note
  const texts: Record<RecorderSnapshot['state'], string> = {
    idle: 'Not opened yet',
    initing: 'Opening…',
    ready: 'Ready',
    recording: '',
    suspended: 'The browser waits for a click',
    unplugged: 'Unplugged: plug a microphone in to go on',
    failed: error?.message ?? 'Not available',
    destroyed: 'Released',
  }
  return texts[state]
}

export function MicrophonePanel({ recorder, muted, checking = false, note, onChooseDevice, onRetry }: Props) {
  const mic = useStore(recorder)
  const recording = mic.state === 'recording'
  const isHeard = (recording && !muted) || (checking && mic.state === 'ready')
  return (
    <div className={classes.panel} data-state={mic.state} data-testid="microphone">
      <div className={classes.state}>
        {isHeard ? <IconMicrophone size={16} /> : <IconMicrophoneOff size={16} />}
        <Text size="sm" role="status" className={mic.state === 'failed' ? classes.failed : undefined}>
          {microphoneText(mic, muted, checking, note)}
        </Text>
      </div>
      <VolumeMeter level={recorder.level} active={isHeard} />
      {mic.state === 'suspended' && (
        <Button size="xs" onClick={() => void recorder.resume()}>
          Click to start
        </Button>
      )}
      {(mic.state === 'failed' || mic.state === 'unplugged') && (
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
      <Select
        size="xs"
        label="Input"
        placeholder={mic.state === 'failed' ? 'No microphone found' : 'Listed once it is open'}
        allowDeselect={false}
        disabled={mic.inputs.length === 0}
        data={mic.inputs.map(({ id, label }) => ({ value: id, label }))}
        value={mic.deviceId || null}
        onChange={id => id && onChooseDevice(id)}
      />
    </div>
  )
}
