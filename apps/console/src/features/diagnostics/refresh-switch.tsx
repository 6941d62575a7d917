import { Switch } from '@mantine/core'
import { useEffect } from 'react'

interface Props {
  seconds: number
  isOn: boolean
  onToggle: (isOn: boolean) => void
  refresh: () => void
}

/** Refreshes again and again while it is on and the page is looked at. */
export function RefreshSwitch({ seconds, isOn, onToggle, refresh }: Props) {
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') refresh()
    }, seconds * 1000)
    return () => clearInterval(timer)
  }, [isOn, seconds, refresh])
  return (
    <Switch
      size="xs"
      label={`Refresh every ${seconds} s`}
      checked={isOn}
      onChange={event => onToggle(event.currentTarget.checked)}
    />
  )
}
