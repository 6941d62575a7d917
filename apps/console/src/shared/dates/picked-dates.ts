import {
  endOfDay,
  formatDay,
  formatExactMoment,
  type MomentSpan,
  parseMoment,
  parseRange,
  timeSteps,
} from './date-range'

/** One end as the picker holds it: a calendar day (`yyyy-MM-dd`) and a time of day; no time means the whole day. */
export interface PickedMoment {
  day: string
  time: string
}

const picked = (ms: number): PickedMoment => ({
  day: formatDay(ms).replaceAll('/', '-'),
  time: formatExactMoment(ms).split(' ')[1]!,
})

/** What the text says now; null where it says nothing a picker could show. */
export function pickedFromText(text: string, isRange: boolean): [PickedMoment, PickedMoment] | null {
  const span: MomentSpan | null = isRange ? parseRange(text) : parseMoment(text)
  if (!span) return null
  const first = picked(span.startMs)
  const last = { ...picked(span.endMs), ...(span.endMs === endOfDay(span.endMs) && { time: '' }) }
  const isWholeDay = !isRange && span.endMs > span.startMs
  return isWholeDay
    ? [
        { ...first, time: '' },
        { ...last, time: '' },
      ]
    : [first, last]
}

export const textDay = (day: string): string => day.replaceAll('-', '/')

/** Keeps a time on what the day offers: the last step of today when the time has not come yet. */
export function offeredTime({ day, time }: PickedMoment, nowMs: number): string {
  if (time === '') return ''
  const steps = timeSteps(textDay(day), nowMs)
  return steps.includes(time) || time <= (steps.at(-1) ?? '') ? time : (steps.at(-1) ?? '00:00')
}

export const momentText = ({ day, time }: PickedMoment): string =>
  time === '' ? textDay(day) : `${textDay(day)} ${time}`

/** Both ends as one text; ends picked the wrong way round change places. */
export function rangeText(first: PickedMoment, last: PickedMoment): string {
  const [start, end] = [momentText(first), momentText(last)]
  const isBackwards = (parseMoment(start)?.startMs ?? 0) > (parseMoment(end)?.endMs ?? 0)
  return isBackwards ? `${end}-${start}` : `${start}-${end}`
}
