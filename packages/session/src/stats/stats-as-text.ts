import type { StatsRow } from './stats-row'

/** For a ticket: a line per row that has a value. */
export function statsAsText(
  meetingId: string,
  rows: readonly StatsRow[],
  show: (moment: string) => string,
): string {
  const lines = rows
    .filter(({ found }) => found)
    .map(({ label, values }) => {
      const texts = values.map(value => ('at' in value ? show(value.at) : value.text))
      return `${label}: ${texts.join(', ')}`
    })
  return [`Meeting id: ${meetingId}`, ...lines].join('\n')
}
