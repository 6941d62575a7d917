import '@mantine/dates/styles.css'
import { Button, NativeSelect, Text } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useState } from 'react'
import { formatDay, timeSteps } from './date-range'
import classes from './dates.module.css'
import {
  momentText,
  offeredTime,
  type PickedMoment,
  pickedFromText,
  rangeText,
  textDay,
} from './picked-dates'

interface Props {
  value: string
  isRange: boolean
  nowMs: number
  /** The last moment that can be picked; now where it is absent. */
  untilMs?: number
  onChange: (value: string) => void
  onDone: () => void
}

/** A calendar that ends today unless it says otherwise, and times in steps of 15 minutes; everything in UTC. */
export function DatePanel({ value, isRange, nowMs, untilMs = nowMs, onChange, onDone }: Props) {
  const today = formatDay(nowMs).replaceAll('/', '-')
  const [held, setHeld] = useState(() => pickedFromText(value, isRange))
  const [halfPicked, setHalfPicked] = useState<string | null>(null)
  const fallback: PickedMoment = { day: today, time: isRange ? '00:00' : '' }
  const [first, last] = held ?? [fallback, fallback]

  const write = (start: PickedMoment, end: PickedMoment) => {
    const [from, to] = [start, end].map(one => ({ ...one, time: offeredTime(one, untilMs) })) as [
      PickedMoment,
      PickedMoment,
    ]
    setHeld([from, to])
    onChange(isRange ? rangeText(from, to) : momentText(from))
  }
  const pickRange = ([start, end]: [string | null, string | null]) => {
    setHalfPicked(start && !end ? start : null)
    // A day is meant to its last minute, today too: what is made after the pick belongs to it.
    if (start && end) write({ ...first, day: start }, { day: end, time: held ? last.time : '' })
  }
  const ariaLabels = {
    previousMonth: 'Previous month',
    nextMonth: 'Next month',
    previousYear: 'Previous year',
    nextYear: 'Next year',
    previousDecade: 'Previous decade',
    nextDecade: 'Next decade',
    monthLevelControl: 'Choose a month',
    yearLevelControl: 'Choose a year',
  }
  const shared = {
    ariaLabels,
    maxDate: formatDay(untilMs).replaceAll('/', '-'),
    defaultDate: last.day,
    size: 'sm' as const,
    weekendDays: [],
  }
  return (
    <div className={classes.datePanel}>
      {isRange ? (
        <DatePicker
          {...shared}
          type="range"
          allowSingleDateInRange
          value={halfPicked ? [halfPicked, null] : held ? [first.day, last.day] : [null, null]}
          onChange={pickRange}
        />
      ) : (
        <DatePicker
          {...shared}
          value={held ? first.day : null}
          onChange={day => day && write({ ...first, day }, { ...first, day })}
        />
      )}
      <div className={classes.times}>
        <TimeSelect
          label={isRange ? 'From, UTC' : 'At, UTC'}
          moment={first}
          untilMs={untilMs}
          wholeDay={isRange ? undefined : 'Whole day'}
          onChange={time => write({ ...first, time }, last)}
        />
        {isRange && (
          <TimeSelect
            label="To, UTC"
            moment={last}
            untilMs={untilMs}
            wholeDay="End of day"
            onChange={time => write(first, { ...last, time })}
          />
        )}
      </div>
      <div className={classes.datePanelEnd}>
        <Text size="xs" c="dimmed">
          {halfPicked ? 'Now the last day' : untilMs > nowMs ? '' : 'Nothing after now'}
        </Text>
        <Button size="xs" variant="default" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}

interface TimeProps {
  label: string
  moment: PickedMoment
  untilMs: number
  /** What no time of day is called; absent where one is needed. */
  wholeDay?: string
  onChange: (time: string) => void
}

function TimeSelect({ label, moment, untilMs, wholeDay, onChange }: TimeProps) {
  const steps = timeSteps(textDay(moment.day), untilMs)
  // A typed time between two steps stays as it is until another is picked.
  const isStep = moment.time === '' || steps.includes(moment.time)
  const offered = isStep ? steps : [...steps, moment.time].toSorted()
  return (
    <NativeSelect
      size="xs"
      label={label}
      value={moment.time}
      data={wholeDay ? [{ value: '', label: wholeDay }, ...offered] : offered}
      classNames={{ input: classes.mono ?? '' }}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
}
