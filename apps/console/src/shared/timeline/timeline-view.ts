/** The stretch of the meeting that the timeline shows. */
export interface TimelineView {
  readonly startMs: number
  readonly endMs: number
}

/** At a zoom, the stretch around a moment, kept inside the meeting. */
export function viewAround(ms: number, zoom: number, durationMs: number): TimelineView {
  const length = durationMs / zoom
  const startMs = Math.max(0, Math.min(ms - length / 2, durationMs - length))
  return { startMs, endMs: startMs + length }
}

/** Zooming keeps the moment under the pointer where it is. */
export function zoomAround(view: TimelineView, ms: number, zoom: number, durationMs: number): TimelineView {
  const share = (ms - view.startMs) / Math.max(1, view.endMs - view.startMs)
  const length = durationMs / zoom
  const startMs = Math.max(0, Math.min(ms - share * length, durationMs - length))
  return { startMs, endMs: startMs + length }
}

export function panBy(view: TimelineView, byMs: number, durationMs: number): TimelineView {
  const length = view.endMs - view.startMs
  const startMs = Math.max(0, Math.min(view.startMs + byMs, durationMs - length))
  return { startMs, endMs: startMs + length }
}
