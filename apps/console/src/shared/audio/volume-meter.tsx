import { useEffect, useRef } from 'react'
import classes from './volume-meter.module.css'

interface Props {
  /** Read at the screen's own pace: 0 to 1. */
  level: () => number
  active: boolean
}

/** Speech fills about a third of the spectrum's mean: the square root spreads that over the bar. */
const shown = (level: number) => Math.min(1, Math.sqrt(level) * 1.3)

export function VolumeMeter({ level, active }: Props) {
  const bar = useRef<HTMLDivElement>(null)
  const meter = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let frame = 0
    const draw = () => {
      const value = active ? shown(level()) : 0
      if (bar.current) bar.current.style.transform = `scaleX(${value.toFixed(3)})`
      meter.current?.setAttribute('aria-valuenow', String(Math.round(value * 100)))
      if (active) frame = requestAnimationFrame(draw)
    }
    draw()
    return () => cancelAnimationFrame(frame)
  }, [level, active])
  return (
    // biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn sixty times a second without style changes
    <div
      ref={meter}
      className={classes.meter}
      data-active={active}
      role="meter"
      aria-label="Volume"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={0}
    >
      <div ref={bar} className={classes.bar} />
    </div>
  )
}
