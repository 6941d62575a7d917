import type { Replay } from '@livetap/session'
import { clockText } from '@livetap/transcript'
import { type RefObject, useEffect, useRef } from 'react'
import { type TimelineView, viewAround } from '../../../shared/timeline/timeline-view'
import classes from './play-bar.module.css'

interface Props {
  replay: Replay
  slider: RefObject<HTMLElement | null>
  width: number
  view: TimelineView
  zoom: number
  /** The sound has left the shown stretch: the next one. */
  onLeave: (view: TimelineView) => void
}

const VALUE_MS = 1000

/**
 * Moves by one animation from where the sound is to the end of the shown stretch, so that playing costs the page no
 * frame; what makes the sound jump starts another.
 */
export function Playhead({ replay, slider, width, view, zoom, onLeave }: Props) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = head.current
    const { player } = replay
    if (!element || width === 0) return
    const length = Math.max(1, view.endMs - view.startMs)
    let motion: Animation | undefined
    let leave: ReturnType<typeof setTimeout> | undefined
    const xOf = (ms: number) => ((ms - view.startMs) / length) * width
    const place = () => {
      motion?.cancel()
      clearTimeout(leave)
      const now = player.positionMs
      const { isPlaying, rate, isWaiting, phase, durationMs } = player.getSnapshot()
      element.style.transform = `translateX(${xOf(now)}px)`
      element.hidden = phase === 'none' || now < view.startMs || now > view.endMs
      if (zoom > 1 && element.hidden && phase !== 'none') return onLeave(viewAround(now, zoom, durationMs))
      if (!isPlaying || isWaiting || phase === 'seeking') return
      const left = (view.endMs - now) / rate
      if (left <= 0) return
      // By whole pixels of the screen: in between there is nothing to draw.
      const pixels = Math.max(1, Math.ceil((width - xOf(now)) * window.devicePixelRatio))
      motion = element.animate(
        [{ transform: `translateX(${xOf(now)}px)` }, { transform: `translateX(${width}px)` }],
        { duration: left, easing: `steps(${pixels})`, fill: 'forwards' },
      )
      if (zoom > 1 && view.endMs < durationMs)
        leave = setTimeout(() => onLeave(viewAround(view.endMs + length / 2, zoom, durationMs)), left)
    }
    const update = () => {
      const now = player.positionMs
      slider.current?.setAttribute('aria-valuenow', String(Math.round(now)))
      slider.current?.setAttribute('aria-valuetext', clockText(now))
    }
    const move = () => {
      place()
      update()
    }
    const stops = [player.onMoved(move), player.subscribe(move)]
    const timer = setInterval(() => player.getSnapshot().isPlaying && update(), VALUE_MS)
    move()
    return () => {
      motion?.cancel()
      clearTimeout(leave)
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [replay, slider, width, view, zoom, onLeave])
  return <div ref={head} className={classes.playhead} aria-hidden />
}
