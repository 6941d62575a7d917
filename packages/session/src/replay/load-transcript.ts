import { createTranscriptBuilder, type OffTheRecordStretch, type Transcript } from '@livetap/transcript'
import type { Scope } from '../scope'
import type { TranscriptPage } from './bulk-answers'
import type { PastCalls } from './past-calls'
import { type TranscriptCues, transcriptCues } from './replay'

/** What fills a screen, sent ahead of the rest. */
const FIRST = 40
/** About 10 ms of reading each, so that no page holds up the screen. */
const REST = 500

/** The first screen of a meeting. */
export const firstPage = (calls: PastCalls, scope: Scope): Promise<TranscriptPage> =>
  calls.transcript(scope.signal, { offset: 0, limit: FIRST })

interface LoadOptions {
  calls: PastCalls
  /** Asked for already. */
  first?: Promise<TranscriptPage>
  scope: Scope
  /** Whether the first screen is shown before the rest. */
  showsFirst: boolean
  onOffTheRecord: (ranges: readonly OffTheRecordStretch[]) => void
  /** Given the first screen, then the whole. */
  onTranscript: (
    transcript: Transcript,
    progress: { isComplete: boolean; total: number },
    cues?: TranscriptCues,
  ) => void
}

/** The next page is under way while one is read; between two pages the screen gets its turn. */
export async function loadTranscript({
  calls,
  first: asked,
  scope,
  showsFirst,
  onOffTheRecord,
  onTranscript,
}: LoadOptions): Promise<void> {
  const builder = createTranscriptBuilder()
  const first = await (asked ?? firstPage(calls, scope))
  const total = first.total ?? first.results.length
  const speakers = first.speakers
  onOffTheRecord(first.offTheRecord)
  builder.add(first.results)
  let offset = first.results.length
  if (offset === 0 || offset >= total) {
    onTranscript(builder.build(speakers), { isComplete: true, total: offset })
    return
  }
  let next = calls.transcript(scope.signal, { offset, limit: REST })
  if (showsFirst) onTranscript(builder.build(speakers), { isComplete: false, total })
  for (;;) {
    const { results } = await next
    offset += results.length
    const isLast = results.length === 0 || offset >= total
    if (!isLast) {
      next = calls.transcript(scope.signal, { offset, limit: REST })
      // Awaited in the next round; a failure must not be unhandled until then.
      next.catch(() => {})
    }
    builder.add(results)
    if (isLast) break
    await scope.wait(0)
  }
  await scope.wait(0)
  const transcript = builder.build(speakers)
  await scope.wait(0)
  const cues = transcriptCues(transcript)
  await scope.wait(0)
  onTranscript(transcript, { isComplete: true, total: transcript.utterances.length }, cues)
}
