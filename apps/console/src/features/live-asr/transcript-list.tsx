import type { AsrLine } from '@livetap/session'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import classes from './live-asr.module.css'
import { TranscriptRow } from './transcript-row'

interface Props {
  lines: readonly AsrLine[]
  /** The pointer is over the list: it stays where it is. */
  held: boolean
  onHold: (held: boolean) => void
}

/** Only the rows in sight are in the page: an hour of talk scrolls like a minute. */
export function TranscriptList({ lines, held, onHold }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => box.current,
    estimateSize: () => 56,
    getItemKey: index => lines[index]!.id,
    overscan: 8,
  })
  const { length } = lines
  useEffect(() => {
    if (!held && length > 0) virtual.scrollToIndex(length - 1, { align: 'end' })
  }, [length, held, virtual])
  useEffect(() => () => onHold(false), [onHold])
  return (
    <div
      ref={box}
      className={classes.list}
      role="log"
      aria-label="Transcript lines"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region is reached by keyboard
      tabIndex={0}
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
    >
      <div className={classes.rows} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => (
          <div
            key={key}
            ref={virtual.measureElement}
            data-index={index}
            className={classes.slot}
            style={{ transform: `translateY(${start}px)` }}
          >
            <TranscriptRow line={lines[index]!} />
          </div>
        ))}
      </div>
    </div>
  )
}
