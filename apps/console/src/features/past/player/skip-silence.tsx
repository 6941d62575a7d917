import { ActionIcon } from '@mantine/core'
import { IconPlayerTrackNext } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useRoom } from './replay-context'

const KEY = 'livetap.past.skip-silence'

/** Long stretches in which no one speaks are jumped over; the choice is kept in this browser. */
export function SkipSilence() {
  const { replay } = useRoom()
  const [isOn, setOn] = useState(() => localStorage.getItem(KEY) === 'true')
  useEffect(() => replay.silence.setOn(isOn), [replay, isOn])
  const toggle = () => {
    setOn(!isOn)
    try {
      localStorage.setItem(KEY, String(!isOn))
    } catch {
      // A full or forbidden storage costs the memory, never the choice.
    }
  }
  return (
    <ActionIcon
      variant={isOn ? 'light' : 'subtle'}
      color={isOn ? undefined : 'gray'}
      aria-label="Skip silence"
      aria-pressed={isOn}
      data-hint={isOn ? 'Skip silence: on' : 'Skip silence: off'}
      onClick={toggle}
    >
      <IconPlayerTrackNext size={18} />
    </ActionIcon>
  )
}
