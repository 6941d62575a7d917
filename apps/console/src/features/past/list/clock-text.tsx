import type { Replay } from '@livetap/session'
import { useEffect, useRef } from 'react'
import classes from '../player/play-bar.module.css'
import { RollingClock } from './rolling-clock'

const TICK_MS = 100

/** Elapsed and remaining time, exact while playing and when paused, never through React. */
export function ClockTexts({ replay }: { replay: Replay }) {
  const elapsed = useRef<HTMLSpanElement>(null)
  const remaining = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    if (!elapsed.current || !remaining.current) return
    const { player } = replay
    const up = new RollingClock(elapsed.current, '')
    const down = new RollingClock(remaining.current, '-')
    const left = () => player.getSnapshot().durationMs - player.positionMs
    const update = () => {
      up.showText(player.positionMs)
      down.showText(left())
    }
    let timer: ReturnType<typeof setInterval> | undefined
    const follow = () => {
      clearInterval(timer)
      const { isPlaying, isWaiting, phase, rate } = player.getSnapshot()
      if (isPlaying && !isWaiting && phase !== 'seeking') {
        up.run(() => player.positionMs, rate)
        down.run(left, rate)
        timer = setInterval(update, TICK_MS)
      } else {
        up.show(player.positionMs)
        down.show(left())
      }
    }
    const stops = [player.onMoved(follow), player.subscribe(follow)]
    follow()
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
      up.remove()
      down.remove()
    }
  }, [replay])
  return (
    <span className={classes.clock}>
      <span className={classes.time}>
        <span ref={elapsed} data-testid="elapsed" />
      </span>
      <span className={`${classes.time} ${classes.remaining}`}>
        <span ref={remaining} data-testid="remaining" />
      </span>
    </span>
  )
}
