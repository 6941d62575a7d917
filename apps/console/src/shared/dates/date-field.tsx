import { ActionIcon, Loader, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { Popover } from '../popover/popover'
import classes from './dates.module.css'

/** The calendar is large and rarely opened: it is loaded when it is. */
const DatePanel = lazy(async () => ({ default: (await import('./date-panel')).DatePanel }))

interface Props extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string
  isRange: boolean
  nowMs: number
  /** The last moment that can be picked; now where it is absent. */
  untilMs?: number
  onChange: (value: string) => void
}

/** Dates are typed as text or picked; both write the same text. */
export function DateField({ value, isRange, nowMs, untilMs, onChange, ...input }: Props) {
  const [isOpen, setOpen] = useState(false)
  const pick = `Pick ${String(input.label)}`
  const picker = (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={pick} onClick={() => setOpen(open => !open)}>
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown p="md" aria-label={pick}>
        <Suspense fallback={<Loader m="xl" />}>
          <DatePanel
            value={value}
            isRange={isRange}
            nowMs={nowMs}
            untilMs={untilMs}
            onChange={onChange}
            onDone={() => setOpen(false)}
          />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      {...input}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={isRange ? 'yyyy/MM/dd HH:mm-yyyy/MM/dd HH:mm' : 'yyyy/MM/dd HH:mm'}
      classNames={{ input: classes.mono ?? '' }}
      onChange={event => onChange(event.currentTarget.value)}
      rightSection={picker}
    />
  )
}
