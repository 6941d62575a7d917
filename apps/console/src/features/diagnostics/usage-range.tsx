import { fillRoute, routes } from '@livetap/contract'
import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { DateField } from '../../shared/dates/date-field'
import { formatRange, hasFuture, type MomentSpan, parseRange } from '../../shared/dates/date-range'
import classes from './diagnostics.module.css'

interface Props {
  region: string
  range: MomentSpan
}

/** The region and the days of the address; others are another address. */
export function UsageRange({ region, range }: Props) {
  const navigate = useNavigate()
  const [typed, setTyped] = useState(region)
  const [dates, setDates] = useState(() => formatRange(range))
  const nowMs = Date.now()
  const wanted = parseRange(dates)
  const problem = hasFuture(dates, nowMs) ? 'must not lie in the future' : wanted ? undefined : 'start-end'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted || problem || !typed.trim()) return
    void navigate(
      fillRoute(routes.perSiteUsage, {
        client_region: typed.trim(),
        start_date: wanted.startMs,
        end_date: wanted.endMs,
      }),
    )
  }
  return (
    <form className={classes.filters} onSubmit={onSubmit}>
      <TextInput
        size="xs"
        label="Region"
        required
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
      />
      <DateField
        size="xs"
        label="Dates (UTC)"
        isRange
        className={classes.dates}
        nowMs={nowMs}
        value={dates}
        error={problem}
        onChange={setDates}
      />
      <Button size="xs" type="submit" variant="default" disabled={!typed.trim() || problem !== undefined}>
        Apply
      </Button>
    </form>
  )
}
