import type { LifeMark, StatsRow } from './stats-row'

/** Rows whose moments are the stations of a meeting's life, in the words of the strip. */
const stations: Readonly<Record<string, string>> = {
  start: 'Created',
  'hotword-start': 'Room up',
  'vmc-connected': 'Connected',
  'vmc-joined': 'First sound',
  'nutcracker-start': 'Engine started',
  'vmc-left': 'Left',
  end: 'Ended',
  'enhanced-start': 'Enhancing',
  'enhanced-end': 'Enhanced',
  deleted: 'Deleted',
}

/** The stations that the statistics know, oldest first. A room that was opened again was cut off before. */
export function meetingLife(rows: readonly StatsRow[], others: readonly LifeMark[]): LifeMark[] {
  const marks = rows.flatMap(({ id, values }) => {
    const label = stations[id]
    if (label === undefined) return []
    const moments = values.flatMap(value => ('at' in value ? [value.at] : []))
    return moments.map((at, place) => ({ label: place === 0 ? label : `${label} again`, at }))
  })
  return [...marks, ...others].sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
}
