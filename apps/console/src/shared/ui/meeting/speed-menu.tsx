import { Button, Menu } from '@mantine/core'
import { rememberSpeed, speeds } from '../../playback-speed'

interface Props {
  rate: number
  onChoose: (rate: number) => void
  position: 'top-end' | 'bottom-end'
}

/** How fast sound plays; the choice is remembered. */
export function SpeedMenu({ rate, onChoose, position }: Props) {
  return (
    <Menu position={position} shadow="md">
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
              onChoose(speed)
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
