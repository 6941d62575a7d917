import type { ListedPeaks } from '@livetap/session'
import { useComputedColorScheme } from '@mantine/core'
import { memo, useLayoutEffect, useRef } from 'react'
import { paintPeaks } from './paint-peaks'
import classes from './sound.module.css'

/** Drawn once; the playhead moves over it. Without peaks it is a line. */
export const Waveform = memo(function Waveform({ peaks }: { peaks?: ListedPeaks | null }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scheme = useComputedColorScheme()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colour changes with the scheme
  useLayoutEffect(() => {
    const element = canvas.current
    if (!element) return
    const paint = () => {
      const context = element.getContext('2d')
      const { clientWidth: width, clientHeight: height } = element
      if (!context || !peaks || width === 0) return
      const ratio = window.devicePixelRatio || 1
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      context.fillStyle = getComputedStyle(element).color
      paintPeaks(context, peaks, width, height)
    }
    const observer = new ResizeObserver(paint)
    observer.observe(element)
    return () => observer.disconnect()
  }, [peaks, scheme])
  return <canvas ref={canvas} className={classes.wave} aria-hidden />
})
