import { OFF_THE_RECORD_SECONDS, texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconEarOff } from '@tabler/icons-react'

interface Props {
  live: LiveMeeting
  isDisabled: boolean
}

/** One click takes the meeting off the record for the shortest time; the menu beside it offers longer ones. */
export function OffTheRecordButton({ live, isDisabled }: Props) {
  return (
    <Button.Group>
      <Button
        data-hint="From this moment nothing is kept for 10 seconds"
        size="xs"
        variant="default"
        leftSection={<IconEarOff size={16} />}
        disabled={isDisabled}
        onClick={() => void live.controls.offTheRecord()}
      >
        Off the record
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            size="xs"
            variant="default"
            px={6}
            disabled={isDisabled}
            aria-label="How long off the record"
          >
            <IconChevronDown size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{texts.live.offTheRecordHowLong}</Menu.Label>
          {OFF_THE_RECORD_SECONDS.map(seconds => (
            <Menu.Item key={seconds} onClick={() => void live.controls.offTheRecord(seconds)}>
              {texts.live.offTheRecordFor(seconds)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  )
}
