import type { LedgerEventWire } from '@livetap/contract'
import { isLedgerDate, isLedgerFailure, ledgerSummary, spanText } from '@livetap/session'
import { type RefObject, useLayoutEffect } from 'react'
import { PlayMoment } from '../../../shared/meeting-hub/play-moment'
import { useStore } from '../../../shared/use-store'
import type { VirtualRows } from '../../../shared/virtual-rows/virtual-rows'
import classes from './ledger.module.css'

interface LedgerRows {
  virtual: VirtualRows
  view: RefObject<HTMLElement | null>
  block: RefObject<HTMLOListElement | null>
}

interface Props {
  rows: LedgerRows
  events: readonly LedgerEventWire[]
  show: (moment: string) => string
  /** The events whose fields are shown. */
  open: ReadonlySet<string>
  /** The event that was jumped to. */
  currentId: string | undefined
  onToggle: (id: string) => void
}

const LINE_PX = 28

/** A line per event. Ten thousand are no more work than ten: only those near the view exist. */
export function LedgerTimeline({ rows, events, show, open, currentId, onToggle }: Props) {
  const { virtual, view, block } = rows
  const { first, last, top, total } = useStore(virtual)
  useLayoutEffect(() => virtual.reset(events.length, () => LINE_PX), [virtual, events])
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn anew is measured anew
  useLayoutEffect(() => virtual.measure(), [virtual, first, last, events, open])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.view} ref={view} tabIndex={0} aria-label="Events">
      <div style={{ height: total }}>
        <ol
          ref={block}
          className={classes.list}
          style={{ transform: `translateY(${top}px)` }}
          aria-label="Time line"
        >
          {events.slice(first, last).map((event, index) => (
            <Event
              key={event.id}
              event={event}
              before={events[first + index - 1]}
              show={show}
              isOpen={open.has(event.id)}
              isCurrent={event.id === currentId}
              onToggle={onToggle}
            />
          ))}
        </ol>
      </div>
    </section>
  )
}

interface EventProps extends Pick<Props, 'show' | 'onToggle'> {
  event: LedgerEventWire
  before: LedgerEventWire | undefined
  isOpen: boolean
  isCurrent: boolean
}

function Event({ event, before, show, isOpen, isCurrent, onToggle }: EventProps) {
  const { id, name, createdAt, eventFields } = event
  const sinceMs = before && Date.parse(createdAt) - Date.parse(before.createdAt)
  return (
    <li
      className={classes.event}
      data-failure={isLedgerFailure(event)}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <div className={classes.line}>
        <time className={classes.when} dateTime={createdAt}>
          {show(createdAt)}
        </time>
        <span className={classes.since} data-hint="Since the event before">
          {sinceMs !== undefined && `+${spanText(Math.max(0, sinceMs))}`}
        </span>
        <h2 className={`mono ${classes.name}`}>
          <button type="button" aria-expanded={isOpen} onClick={() => onToggle(id)}>
            {name}
          </button>
        </h2>
        <span className={classes.number}>#{id}</span>
        <PlayMoment time={createdAt} />
        <span className={classes.summary}>{ledgerSummary(event)}</span>
      </div>
      {isOpen && (
        <table className={classes.fields} aria-label={`Fields of ${name}`}>
          <tbody>
            {eventFields.map(({ id, name, value }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{isLedgerDate(name) ? show(value) : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  )
}
