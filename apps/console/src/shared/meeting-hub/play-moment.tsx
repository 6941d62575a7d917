import { ActionIcon } from '@mantine/core'
import { IconPlayerPlay } from '@tabler/icons-react'
import { useStore } from '../use-store'
import { useMeetingHub } from './hub-context'
import { recordingMoment } from './recording-moment'

/**
 * Plays the recording of the open meeting from the moment at which something was written; undefined where the recording
 * does not have that moment, or no meeting is open.
 */
function usePlayMoment(): (time: string) => (() => void) | undefined {
  const hub = useMeetingHub()
  const detail = useStore(hub?.record, record => record?.detail)
  return time => {
    if (!hub || !detail || detail.recording === 'none') return undefined
    const { atMs, isWithin } = recordingMoment(detail, time)
    return isWithin ? () => void hub.playMoment(atMs) : undefined
  }
}

/** The button of a row that was written at that time. */
export function PlayMoment({ time }: { time: string }) {
  const play = usePlayMoment()(time)
  if (!play) return null
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label="Play this moment"
      data-hint="Play this moment"
      onClick={play}
    >
      <IconPlayerPlay size={14} />
    </ActionIcon>
  )
}
