import { counted, texts } from '@livetap/contract'
import { Button, Menu, Text } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCpu } from '@tabler/icons-react'
import frame from '../../shared/ui/layout/live-frame.module.css'
import classes from './live-asr.module.css'
import type { Engines } from './use-engines'

interface Props {
  engines: Engines
  value: string
  onChange: (name: string) => void
}

/** Every engine of the documents; one that cannot be used says why. */
export function EnginePicker({ engines, value, onChange }: Props) {
  return (
    <Menu position="bottom-start" width={320} onOpen={engines.reload}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconCpu size={16} />}
          rightSection={<IconChevronDown size={14} />}
          aria-label={`${texts.asr.mlEngine}: ${value}`}
        >
          {texts.asr.mlEngine}
          <span className={frame.value}>{value}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.asr.mlEngine}</Menu.Label>
        {engines.list.map(({ name, available, reason, languages }) => (
          <Menu.Item
            key={name}
            disabled={!available}
            className={classes.engine}
            leftSection={<IconCheck size={14} className={name === value ? undefined : classes.invisible} />}
            onClick={() => name !== value && onChange(name)}
          >
            <Text size="sm" fw={name === value ? 600 : 400}>
              {name}
            </Text>
            <Text size="xs" c="dimmed" className={classes.reason}>
              {available ? engineLine(languages) : reason}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const engineLine = (languages: readonly string[]) =>
  languages.length === 0 ? 'Languages as its server has them' : counted(languages.length, 'language')
