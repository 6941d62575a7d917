import type { Player } from '@livetap/session'
import { type RefObject, useEffect, useRef } from 'react'
import classes from './sound.module.css'

interface Props {
  player: Player
  slider: RefObject<HTMLElement | null>
  lengthMs: number
}

const VALUE_MS = 500

/** Where the sound is. One animation runs to the end, so that playing costs the page no frame. */
export function SoundHead({ player, slider, lengthMs }: Props) {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = head.current
    if (!element) return
    let motion: Animation | undefined
    const place = () => {
      motion?.cancel()
      const now = player.positionMs
      const share = Math.min(1, now / Math.max(1, lengthMs))
      element.style.width = `${share * 100}%`
      slider.current?.setAttribute('aria-valuenow', String(Math.round(now)))
      const { isPlaying, isWaiting, phase, rate } = player.getSnapshot()
      if (!isPlaying || isWaiting || phase === 'seeking') return
      const frames = [{ width: `${share * 100}%` }, { width: '100%' }]
      motion = element.animate(frames, { duration: Math.max(0, lengthMs - now) / rate, fill: 'forwards' })
    }
    const stops = [player.onMoved(place), player.subscribe(place)]
    const timer = setInterval(() => {
      if (player.getSnapshot().isPlaying)
        slider.current?.setAttribute('aria-valuenow', String(Math.round(player.positionMs)))
    }, VALUE_MS)
    place()
    return () => {
      motion?.cancel()
      clearInterval(timer)
      for (const stop of stops) stop()
    }
  }, [player, slider, lengthMs])
  return <div ref={head} className={classes.head} aria-hidden />
}
