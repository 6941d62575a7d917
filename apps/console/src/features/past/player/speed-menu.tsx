import { RATE_MAX, RATE_MIN } from '@livetap/session'
import { Button, Menu } from '@mantine/core'
import { usePlayer, useRoom } from './replay-context'

const speeds = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3]
const KEY = 'livetap.past.speed'

export function rememberedSpeed(): number {
  const kept = Number(localStorage.getItem(KEY))
  return kept >= RATE_MIN && kept <= RATE_MAX ? kept : 1
}

export function rememberSpeed(rate: number): void {
  try {
    localStorage.setItem(KEY, String(rate))
  } catch {
    // A full or forbidden storage costs the memory, never the speed.
  }
}

/** The next step up or down from any speed. */
export function nextSpeed(rate: number, step: 1 | -1): number {
  const faster = speeds.find(speed => speed > rate) ?? RATE_MAX
  return step > 0 ? faster : (speeds.findLast(speed => speed < rate) ?? RATE_MIN)
}

export function SpeedMenu() {
  const { replay } = useRoom()
  const rate = usePlayer(replay, state => state.rate)
  return (
    <Menu position="top-end" shadow="md">
      <Menu.Target>
        <Button size="xs" variant="default" w={64} className="tabular" aria-label={`Speed ${rate}×`}>
          {rate}×
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {speeds.map(speed => (
          <Menu.Item
            key={speed}
            className="tabular"
            fw={speed === rate ? 600 : 400}
            onClick={() => {
              replay.player.setRate(speed)
              rememberSpeed(speed)
            }}
          >
            {speed}×
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
