import { minuteClockText, type TimeRange } from '@livetap/transcript'
import { IconEarOff } from '@tabler/icons-react'
import classes from './off-the-record-row.module.css'

/** Says that nothing of a stretch was kept, in the place where it would stand. */
export function OffTheRecordRow({ range: { startMs, endMs } }: { range: TimeRange }) {
  return (
    <p className={classes.row} data-testid="off-the-record">
      <IconEarOff size={14} aria-hidden />
      <span>
        Off the record {minuteClockText(startMs)}–{minuteClockText(endMs)}
      </span>
    </p>
  )
}
