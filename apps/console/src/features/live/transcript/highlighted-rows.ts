import type { Highlight, LiveTranscript } from '@livetap/contract'
import { speakerOf } from '@livetap/session'
import { highlightedLines } from '@livetap/transcript'
import { highlightNames } from '../../../shared/ui/meeting/highlight-mark'

interface Placed {
  readonly start_millis: number
  readonly end_millis: number
  readonly csis: readonly number[]
}

const placed = ({ start_millis, end_millis, csis }: Placed) => ({
  startMs: start_millis,
  endMs: end_millis,
  csis,
})

/** For each highlight the lines that it marks. */
const linesOf = (transcripts: readonly LiveTranscript[], highlights: readonly Highlight[]) =>
  highlightedLines(
    transcripts.map(({ transcript }) => placed(transcript)),
    highlights.map(placed),
  )

/** What the highlights of a line are called, by its id. */
export function marksOf(
  transcripts: readonly LiveTranscript[],
  highlights: readonly Highlight[],
): ReadonlyMap<string, string> {
  const labels = new Map<string, (string | undefined)[]>()
  linesOf(transcripts, highlights).forEach((lines, at) => {
    for (const line of lines) {
      const { id } = transcripts[line]!
      labels.set(id, [...(labels.get(id) ?? []), highlights[at]!.highlight_label])
    }
  })
  return new Map(Array.from(labels, ([id, all]) => [id, highlightNames(all)]))
}

/** Who says what was highlighted, by the highlight's id. */
export function speakersIn(
  transcripts: readonly LiveTranscript[],
  highlights: readonly Highlight[],
  owners: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const lines = linesOf(transcripts, highlights)
  return new Map(
    highlights.map(({ id }, at) => {
      const names = (lines[at] ?? []).map(line => speakerOf(transcripts[line]!, owners))
      return [id, [...new Set(names)].filter(Boolean).join(', ')]
    }),
  )
}
