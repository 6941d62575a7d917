import type { LedgerEventWire } from '@livetap/contract'
import { plural } from '@livetap/contract'
import { matchesLedger } from '@livetap/session'
import { Button, TextInput } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { DateZone } from '../../../shared/time/format-date'
import { useVirtualRows } from '../../../shared/virtual-rows/use-virtual-rows'
import classes from './ledger.module.css'
import { LedgerJumps } from './ledger-jumps'
import { LedgerTimeline } from './ledger-timeline'

interface Props {
  events: readonly LedgerEventWire[]
  show: (moment: string) => string
  zone: DateZone
}

/** The events of a meeting that match what is typed, a line each; a line opens to its fields. */
export function LedgerView({ events, show, zone }: Props) {
  const [wanted, setWanted] = useState('')
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const [currentId, setCurrentId] = useState<string>()
  const rows = useVirtualRows<HTMLElement, HTMLOListElement>()
  const shown = useMemo(() => events.filter(event => matchesLedger(event, wanted)), [events, wanted])
  const isAllOpen = shown.length > 0 && shown.every(({ id }) => open.has(id))
  const toggle = (id: string) =>
    setOpen(before => {
      const after = new Set(before)
      if (!after.delete(id)) after.add(id)
      return after
    })
  const jumpTo = (place: number) => {
    setCurrentId(shown[place]?.id)
    rows.virtual.jumpTo(place)
  }
  return (
    <>
      <div className={classes.bar}>
        <TextInput
          size="xs"
          label="Filter"
          placeholder="Filter by event name or text"
          aria-label="Filter the events"
          value={wanted}
          onChange={change => setWanted(change.currentTarget.value)}
        />
        <LedgerJumps
          events={shown}
          zone={zone}
          at={shown.findIndex(({ id }) => id === currentId)}
          onJump={jumpTo}
        />
        <Button
          size="xs"
          variant="default"
          disabled={shown.length === 0}
          onClick={() => setOpen(new Set(isAllOpen ? [] : shown.map(({ id }) => id)))}
        >
          {isAllOpen ? 'Close all' : 'Open all'}
        </Button>
        <span className={classes.aside} role="status">
          {shown.length === events.length ? events.length : `${shown.length} of ${events.length}`}{' '}
          {plural(events.length, 'event')}
        </span>
      </div>
      <LedgerTimeline
        rows={rows}
        events={shown}
        show={show}
        open={open}
        currentId={currentId}
        onToggle={toggle}
      />
    </>
  )
}
