import type { Replay } from '@livetap/session'
import { clockText } from '@livetap/transcript'
import { useEffect, useRef } from 'react'
import classes from './play-bar.module.css'

const TICK_MS = 100

/** Elapsed and remaining time: ten times a second while playing, exact when paused, never through React. */
export function ClockTexts({ replay }: { replay: Replay }) {
  const elapsed = useRef<HTMLSpanElement>(null)
  const remaining = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const { player } = replay
    const texts = [document.createTextNode(''), document.createTextNode('')] as const
    elapsed.current?.replaceChildren(texts[0])
    remaining.current?.replaceChildren(texts[1])
    let timer: ReturnType<typeof setInterval> | undefined
    const show = () => {
      const position = player.positionMs
      texts[0].data = clockText(position)
      texts[1].data = `-${clockText(player.getSnapshot().durationMs - position)}`
    }
    const follow = () => {
      show()
      const { isPlaying } = player.getSnapshot()
      if (isPlaying && timer === undefined) timer = setInterval(show, TICK_MS)
      if (!isPlaying && timer !== undefined) {
        clearInterval(timer)
        timer = undefined
      }
    }
    const stops = [player.onMoved(follow), player.subscribe(follow)]
    follow()
    return () => {
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [replay])
  return (
    <span className={classes.clock}>
      <span ref={elapsed} className={classes.elapsed} data-testid="elapsed" />
      <span ref={remaining} className={classes.remaining} data-testid="remaining" />
    </span>
  )
}
