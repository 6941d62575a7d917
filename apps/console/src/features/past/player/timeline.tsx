import { PALETTE_SIZE } from '@livetap/session'
import { clockText } from '@livetap/transcript'
import { useComputedColorScheme } from '@mantine/core'
import {
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { paintTimeline, type TimelineColours, timelineHeight } from '../../../shared/timeline/timeline-paint'
import { panBy, type TimelineView, viewAround, zoomAround } from '../../../shared/timeline/timeline-view'
import { useClientWidth } from '../../../shared/ui/layout/use-client-width'
import classes from './play-bar.module.css'
import { Playhead } from './playhead'
import { useReplayData, useRoom } from './replay-context'

export const ZOOM_MAX = 512
const STEP_MS = 5000
const PAGE_MS = 30_000

interface Props {
  zoom: number
  onZoom: (zoom: number) => void
}

/** The whole meeting as a slider: waveform, highlights, speakers. Drawn once; only the playhead moves. */
export const Timeline = memo(function Timeline({ zoom, onZoom }: Props) {
  const { replay } = useRoom()
  const data = useReplayData(replay)
  const { durationMs } = data
  const box = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const hint = useRef<HTMLSpanElement>(null)
  const width = useClientWidth(box)
  const [{ view, ...shown }, setShown] = useState({
    view: { startMs: 0, endMs: durationMs },
    zoom: 1,
    durationMs,
  })
  const setView = useCallback((next: TimelineView) => setShown(held => ({ ...held, view: next })), [])
  if (shown.zoom !== zoom || shown.durationMs !== durationMs) {
    const isZoomed = Math.abs((view.endMs - view.startMs) * zoom - durationMs) < 1
    const next = isZoomed ? view : viewAround(replay.player.positionMs, zoom, durationMs)
    setShown({ view: next, zoom, durationMs })
  }
  const scheme = useComputedColorScheme()
  const height = timelineHeight(data)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours change with the scheme
  useEffect(() => {
    const element = canvas.current
    const context = element?.getContext('2d')
    if (!element || !context || width === 0) return
    // After the rows: a long meeting's picture takes a task of its own.
    const later = setTimeout(() => {
      const ratio = window.devicePixelRatio || 1
      element.width = Math.round(width * ratio)
      element.height = Math.round(height * ratio)
      context.setTransform(ratio, 0, 0, ratio, 0, 0)
      paintTimeline(context, width, data, view, coloursOf(element))
    })
    return () => clearTimeout(later)
  }, [width, height, data, view, scheme])

  useWheel(box, (event, share) => {
    const ms = view.startMs + share * (view.endMs - view.startMs)
    if (event.ctrlKey || event.metaKey) {
      const next = Math.min(ZOOM_MAX, Math.max(1, zoom * (event.deltaY < 0 ? 2 : 0.5)))
      setView(zoomAround(view, ms, next, durationMs))
      onZoom(next)
    } else {
      const by = ((event.deltaX || event.deltaY) / Math.max(1, width)) * (view.endMs - view.startMs)
      setView(panBy(view, by, durationMs))
    }
  })

  const momentAt = (event: PointerEvent) => {
    const { left } = event.currentTarget.getBoundingClientRect()
    const share = Math.max(0, Math.min(1, (event.clientX - left) / Math.max(1, width)))
    return view.startMs + share * (view.endMs - view.startMs)
  }
  const seek = (ms: number) => replay.command(player => player.seek(Math.max(0, Math.min(ms, durationMs))))
  const onPointerDown = (event: PointerEvent) => {
    if (event.button !== 0 || !replay.player.isReady) return
    event.currentTarget.setPointerCapture(event.pointerId)
    seek(momentAt(event))
  }
  const onPointerMove = (event: PointerEvent) => {
    const ms = momentAt(event)
    if (event.currentTarget.hasPointerCapture(event.pointerId)) seek(ms)
    if (!hint.current) return
    const share = (ms - view.startMs) / Math.max(1, view.endMs - view.startMs)
    // A mark is five pixels wide regardless of its length.
    const reachMs = (5 / Math.max(1, width)) * (view.endMs - view.startMs)
    const marked = data.highlights.find(
      one => one.startMs <= ms && ms <= Math.max(one.endMs, one.startMs + reachMs),
    )
    hint.current.textContent = marked ? `${clockText(ms)}  ${marked.text}` : clockText(ms)
    hint.current.dataset.side = share > 0.5 ? 'left' : 'right'
    hint.current.style.setProperty('--x', `${share * width}px`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const now = replay.player.positionMs
    const to: Record<string, number> = {
      ArrowLeft: now - STEP_MS,
      ArrowDown: now - STEP_MS,
      ArrowRight: now + STEP_MS,
      ArrowUp: now + STEP_MS,
      PageDown: now - PAGE_MS,
      PageUp: now + PAGE_MS,
      Home: 0,
      End: durationMs,
    }
    const target = to[event.key]
    if (target === undefined) return
    event.preventDefault()
    seek(target)
  }
  return (
    <div
      ref={box}
      className={classes.timeline}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-label="Seek timeline"
      aria-valuemin={0}
      aria-valuemax={Math.round(durationMs)}
      aria-valuenow={0}
      data-testid="timeline"
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onKeyDown={onKeyDown}
    >
      <canvas ref={canvas} className={classes.canvas} />
      <Playhead replay={replay} slider={box} width={width} view={view} onLeave={setView} zoom={zoom} />
      <span ref={hint} className={classes.hint} aria-hidden />
    </div>
  )
})

/** A canvas knows no custom properties: they are read off elements that use them. */
function coloursOf(canvas: HTMLElement): TimelineColours {
  const probe = document.createElement('span')
  canvas.after(probe)
  const read = (value: string) => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const colours = {
    wave: read('var(--timeline-wave)'),
    line: read('var(--livetap-line)'),
    mark: read('var(--livetap-warning)'),
    speakers: Array.from({ length: PALETTE_SIZE }, (_, i) => read(`var(--speaker-${i})`)),
  }
  probe.remove()
  return colours
}

/** React listens passively to the wheel, and a passive listener cannot keep the page from scrolling. */
function useWheel(
  box: { current: HTMLElement | null },
  run: (event: WheelEvent, share: number) => void,
): void {
  const turn = useEffectEvent(run)
  useEffect(() => {
    const element = box.current
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, width } = element!.getBoundingClientRect()
      turn(event, (event.clientX - left) / Math.max(1, width))
    }
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [box])
}
