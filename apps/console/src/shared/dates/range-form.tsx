import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { DateField } from './date-field'
import { endOfDay, formatRange, hasFuture, type MomentSpan, parseRange } from './date-range'
import classes from './dates.module.css'

interface Props {
  /** The field beside the dates: a region, an amount or a meeting number. */
  label: string
  isNumber?: boolean
  value: string
  range: MomentSpan
  onApply: (value: string, range: MomentSpan) => void
}

/** The filters of the address, to be changed: another filter is another address. */
export function RangeForm({ label, isNumber, value, range, onApply }: Props) {
  const [typed, setTyped] = useState(value)
  const nowMs = Date.now()
  // Until they are changed here they follow the list, whose range moves on with the day.
  const [changed, setChanged] = useState<string>()
  const dates = changed ?? formatRange({ ...range, endMs: Math.min(range.endMs, endOfDay(nowMs)) })
  const wanted = parseRange(dates)
  const isAhead = hasFuture(dates, nowMs)
  const problem = isAhead ? 'must not lie in the future' : wanted ? undefined : 'start-end'
  const given = isNumber ? typed.replaceAll(' ', '') : typed.trim()
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted && !problem && given) onApply(given, wanted)
  }
  return (
    <form className={classes.rangeForm} onSubmit={onSubmit}>
      <TextInput
        size="xs"
        label={label}
        required
        inputMode={isNumber ? 'numeric' : undefined}
        className={isNumber ? classes.short : undefined}
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <DateField
        size="xs"
        label="Dates (UTC)"
        isRange
        className={classes.range}
        nowMs={nowMs}
        value={dates}
        error={problem}
        onChange={setChanged}
      />
      <Button size="xs" type="submit" variant="default" disabled={!given || problem !== undefined}>
        Apply
      </Button>
    </form>
  )
}
