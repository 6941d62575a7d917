import type { LedgerEventWire } from '@livetap/contract'
import { isLedgerFailure, ledgerKinds, ledgerPlaceAt, nextLedgerPlace } from '@livetap/session'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useMemo, useState } from 'react'
import type { DateZone } from '../../../shared/time/format-date'
import classes from './ledger.module.css'
import { isOfOneDay, typedMoment } from './ledger-time'

interface Props {
  events: readonly LedgerEventWire[]
  zone: DateZone
  /** The place of the event that was jumped to last; -1 before that. */
  at: number
  onJump: (place: number) => void
}

/** No event has a name like this one. */
const FAILURES = ' failures'

/** To the next event of a kind, or to what was at a time. */
export function LedgerJumps({ events, zone, at, onJump }: Props) {
  const [kind, setKind] = useState('')
  const [typed, setTyped] = useState('')
  const kinds = useMemo(() => ledgerKinds(events), [events])
  const failures = useMemo(() => events.filter(isLedgerFailure).length, [events])
  const isWanted = (event: LedgerEventWire) =>
    kind === FAILURES ? isLedgerFailure(event) : event.name === kind
  const step = (step: 1 | -1, wanted = isWanted, after = at) => {
    // Backwards from nowhere is from the end.
    const place = nextLedgerPlace(events, wanted, { after: after < 0 && step < 0 ? 0 : after, step })
    if (place !== undefined) onJump(place)
  }
  const goTo = (event: FormEvent) => {
    event.preventDefault()
    const ms = typedMoment(typed, events, zone)
    if (ms !== undefined && events.length > 0) onJump(ledgerPlaceAt(events, ms))
  }
  const matching = kind === '' ? [] : events.flatMap((event, place) => (isWanted(event) ? [place] : []))
  const number = matching.indexOf(at) + 1
  return (
    <div className={classes.jumps}>
      <NativeSelect
        size="xs"
        label="Jump to kind"
        value={kind}
        onChange={({ currentTarget: { value } }) => {
          setKind(value)
          const isOne = (event: LedgerEventWire) =>
            value === FAILURES ? isLedgerFailure(event) : event.name === value
          if (value) step(1, isOne, -1)
        }}
        data={[
          { value: '', label: `any (${events.length})` },
          ...(failures > 0 ? [{ value: FAILURES, label: `Failures (${failures})` }] : []),
          ...kinds.map(({ name, count }) => ({ value: name, label: `${name} (${count})` })),
        ]}
      />
      <Button size="xs" variant="default" disabled={matching.length === 0} onClick={() => step(-1)}>
        Previous
      </Button>
      <Button size="xs" variant="default" disabled={matching.length === 0} onClick={() => step(1)}>
        Next
      </Button>
      <span className={classes.aside} role="status">
        {number > 0 && `${number} of ${matching.length}`}
      </span>
      <form className={classes.jumps} onSubmit={goTo}>
        <TextInput
          size="xs"
          type={isOfOneDay(events, zone) ? 'time' : 'datetime-local'}
          step={1}
          label="Jump to time"
          value={typed}
          onChange={change => setTyped(change.currentTarget.value)}
        />
        <Button size="xs" variant="default" type="submit" disabled={typed === ''}>
          Go
        </Button>
      </form>
    </div>
  )
}
