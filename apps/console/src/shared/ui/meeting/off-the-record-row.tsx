import { texts } from '@livetap/contract'
import { minuteClockText, type OffTheRecordStretch } from '@livetap/transcript'
import { IconEarOff } from '@tabler/icons-react'
import classes from './off-the-record-row.module.css'

/** Says that nothing of a stretch was kept, in the place where it would stand. */
export function OffTheRecordRow({ range: { startMs, endMs, by } }: { range: OffTheRecordStretch }) {
  return (
    <p className={classes.row} data-testid="off-the-record">
      <IconEarOff size={14} aria-hidden />
      <span className={classes.text}>
        {texts.live.offTheRecordRow(minuteClockText(startMs), minuteClockText(endMs), by)}
      </span>
    </p>
  )
}
