import type { RecognitionResult } from '@livetap/speech'
import type { StageContext } from '../stage'

/** One recognised segment with its place in the run. Its id is the same whenever the stage runs again. */
export interface RecognizedSegment {
  id: string
  /** Over all chunks; what the second engine's results are numbered by. */
  number: number
  channel: number | null
  result: RecognitionResult
  enhanced: boolean
}

/** What the recognition keeps of a chunk. */
export interface ChunkPart {
  channel: number | null
  results: RecognitionResult[]
}

/** What the second engine made of a segment; null where the first result stays. */
export interface EnsemblePart {
  result: RecognitionResult | null
}

/** From here on, up to the next one of its channel, this language is spoken. */
export interface LanguageStretch {
  channel: number | null
  startMs: number
  languageCode: string
}

/** Part 0 of the recognition; the chunks follow from 1. */
export interface LanguagePart {
  /** What is spoken most. */
  languageCode: string
  languageInferred: boolean
  /** In the order of time in each channel; absent where the language was given. */
  stretches?: LanguageStretch[]
}

const MAX_SEGMENTS_PER_CHUNK = 10_000

/** Everything recognised so far, second opinions in place of the first, in the order of time. */
export async function recognizedSegments({ meeting, parts }: StageContext): Promise<RecognizedSegment[]> {
  const chunks = await parts.all('recognition')
  const enhanced = await parts.all('ensemble')
  const segments: RecognizedSegment[] = []
  for (const [chunk, content] of chunks) {
    if (chunk === 0) continue
    const { channel, results } = content as ChunkPart
    for (const [index, first] of results.entries()) {
      const number = chunk * MAX_SEGMENTS_PER_CHUNK + index
      const second = (enhanced.get(number) as EnsemblePart | undefined)?.result
      segments.push({
        id: `${meeting.id}-${chunk}-${index}`,
        number,
        channel,
        result: second ?? first,
        enhanced: Boolean(second),
      })
    }
  }
  return segments.sort((a, b) => a.result.startMs - b.result.startMs || a.number - b.number)
}
