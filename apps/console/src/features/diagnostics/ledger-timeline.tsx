import type { LedgerEventWire } from '@livetap/contract'
import { isLedgerDate } from '@livetap/session'
import { useLayoutEffect } from 'react'
import { PlayMoment } from '../../shared/meeting-hub/play-moment'
import { useStore } from '../../shared/use-store'
import { useVirtualRows } from '../../shared/virtual-rows/use-virtual-rows'
import classes from './diagnostics.module.css'

interface Props {
  events: readonly LedgerEventWire[]
  show: (moment: string) => string
}

const HEAD_PX = 38
const FIELD_PX = 27

/** Ten thousand events are no more work than ten: only those near the view exist. */
export function LedgerTimeline({ events, show }: Props) {
  const { virtual, view, block } = useVirtualRows<HTMLElement, HTMLOListElement>()
  const { first, last, top, total } = useStore(virtual)
  useLayoutEffect(
    () => virtual.reset(events.length, row => HEAD_PX + FIELD_PX * (events[row]?.eventFields.length ?? 0)),
    [virtual, events],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was drawn anew is measured anew
  useLayoutEffect(() => virtual.measure(), [virtual, first, last, events])
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.scroll} ref={view} tabIndex={0} aria-label="Events">
      <div style={{ height: total }}>
        <ol
          ref={block}
          className={classes.values}
          style={{ transform: `translateY(${top}px)` }}
          aria-label="Time line"
        >
          {events.slice(first, last).map(event => (
            <Event key={event.id} event={event} show={show} />
          ))}
        </ol>
      </div>
    </section>
  )
}

function Event({ event, show }: { event: LedgerEventWire; show: (moment: string) => string }) {
  return (
    <li className={classes.event}>
      <time className={classes.when} dateTime={event.createdAt}>
        {show(event.createdAt)}
      </time>
      <div className={classes.what}>
        <div className={classes.named}>
          <h2 className="mono">{event.name}</h2>
          <span className={classes.number}>#{event.id}</span>
          <PlayMoment time={event.createdAt} />
        </div>
        <table className={classes.fields} aria-label={`Fields of ${event.name}`}>
          <tbody>
            {event.eventFields.map(({ id, name, value }) => (
              <tr key={id}>
                <th scope="row">{name}</th>
                <td>{isLedgerDate(name) ? show(value) : value}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </li>
  )
}
