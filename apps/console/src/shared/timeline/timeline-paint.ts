import type { Peaks, ReplayData } from '@livetap/session'
import { speakersOf } from '@livetap/transcript'
import type { TimelineView } from './timeline-view'

export interface TimelineColours {
  wave: string
  line: string
  mark: string
  speakers: readonly string[]
}

const MARKS_PX = 8
const MARK_WIDTH_PX = 5
const WAVE_PX = 44
const LANE_PX = 5
/** Further speakers share the last lane. */
const MAX_LANES = 6

const laneCount = (data: ReplayData): number => Math.min(MAX_LANES, Math.max(1, data.speakers.length))
export const timelineHeight = (data: ReplayData): number => MARKS_PX + WAVE_PX + laneCount(data) * LANE_PX

/** Draws everything that does not move: highlights' marks, waveform, who speaks when. */
export function paintTimeline(
  context: CanvasRenderingContext2D,
  width: number,
  data: ReplayData,
  view: TimelineView,
  colours: TimelineColours,
): void {
  const perMs = width / Math.max(1, view.endMs - view.startMs)
  context.clearRect(0, 0, width, timelineHeight(data))
  paintWave(context, width, data.peaks, view, colours)
  paintLanes(context, data, view, perMs, colours)
  context.fillStyle = colours.mark
  for (const { startMs, endMs } of data.highlights) {
    if (endMs < view.startMs || startMs > view.endMs) continue
    const x = (startMs - view.startMs) * perMs
    context.fillRect(x, 0, Math.max(MARK_WIDTH_PX, (endMs - startMs) * perMs), 2)
    paintMark(context, x)
  }
}

/** The sign that marks highlights in the lists too (`highlight-mark.tsx`): a bookmark. */
function paintMark(context: CanvasRenderingContext2D, x: number): void {
  context.beginPath()
  context.moveTo(x, 0)
  context.lineTo(x + MARK_WIDTH_PX, 0)
  context.lineTo(x + MARK_WIDTH_PX, MARKS_PX)
  context.lineTo(x + MARK_WIDTH_PX / 2, MARKS_PX - 2)
  context.lineTo(x, MARKS_PX)
  context.fill()
}

function paintWave(
  context: CanvasRenderingContext2D,
  width: number,
  peaks: Peaks | undefined,
  view: TimelineView,
  { wave, line }: TimelineColours,
): void {
  const middle = MARKS_PX + WAVE_PX / 2
  context.fillStyle = line
  context.fillRect(0, middle, width, 1)
  if (!peaks) return
  const { values, stepMs } = peaks
  const stepsPerPixel = (view.endMs - view.startMs) / stepMs / width
  const scale = (WAVE_PX / 2 - 2) / loudest(values)
  context.fillStyle = wave
  context.beginPath()
  for (let x = 0; x < width; x++) {
    const first = Math.floor(view.startMs / stepMs + x * stepsPerPixel)
    const last = Math.max(first + 1, Math.floor(view.startMs / stepMs + (x + 1) * stepsPerPixel))
    let low = 0
    let high = 0
    // Long meetings put hundreds of steps on a pixel; a sample of them draws the same picture.
    const stride = Math.max(1, Math.floor((last - first) / 48))
    for (let step = first; step < last; step += stride) {
      low = Math.min(low, values[step * 2] ?? 0)
      high = Math.max(high, values[step * 2 + 1] ?? 0)
    }
    const top = Math.min(WAVE_PX / 2, high * scale)
    const bottom = Math.min(WAVE_PX / 2, -low * scale)
    context.rect(x, middle - top, 1, top + bottom + 1)
  }
  context.fill()
}

const loudness = new WeakMap<Int8Array, number>()

/** A quiet recording still fills its height. */
function loudest(values: Int8Array): number {
  let found = loudness.get(values)
  if (found === undefined) {
    found = 8
    for (const value of values) found = Math.max(found, Math.abs(value))
    loudness.set(values, found)
  }
  return found
}

function paintLanes(
  context: CanvasRenderingContext2D,
  data: ReplayData,
  view: TimelineView,
  perMs: number,
  { speakers: palette }: TimelineColours,
): void {
  const { transcript, speakers, colours } = data
  if (!transcript) return
  const laneOf = new Map(speakers.map((speaker, i) => [speaker.key, Math.min(i, MAX_LANES - 1)]))
  for (const utterance of transcript.utterances) {
    if (utterance.endMs < view.startMs || utterance.startMs > view.endMs) continue
    const x = (utterance.startMs - view.startMs) * perMs
    const length = Math.max(1, (utterance.endMs - utterance.startMs) * perMs)
    for (const { key } of speakersOf(utterance)) {
      context.fillStyle = palette[colours.get(key) ?? 0] ?? 'gray'
      context.fillRect(x, MARKS_PX + WAVE_PX + (laneOf.get(key) ?? 0) * LANE_PX + 1, length, LANE_PX - 2)
    }
  }
}
