import type { MeetingSpeaker, OffTheRecordRange } from '@livetap/contract'
import type { WireParts } from '@livetap/transcript'
import { type StoredUtterance, storedUtteranceWire } from './utterance'
import type { UtterancePage } from './utterances.store'

interface TranscriptSource {
  total(): Promise<number>
  speakers(): Promise<MeetingSpeaker[]>
  offTheRecord(): Promise<OffTheRecordRange[]>
  page(page: UtterancePage): Promise<StoredUtterance[]>
  parts: WireParts
  offset: number
  limit: number | undefined
}

const FIRST_PAGE = 200
const PAGE = 1000

/**
 * The body of the transcript answer in pieces: what is needed to lay out the list comes first, then the utterances
 * in order, a page at a time. Memory stays the same however long the meeting was.
 */
export async function* transcriptJson(source: TranscriptSource): AsyncGenerator<string> {
  let left = source.limit ?? Number.POSITIVE_INFINITY
  let page: UtterancePage = { limit: Math.min(FIRST_PAGE, left), offset: source.offset }
  const [first, total, speakers, offTheRecord] = await Promise.all([
    source.page(page),
    source.total(),
    source.speakers(),
    source.offTheRecord(),
  ])
  const ranges = offTheRecord.length > 0 ? `"off_the_record":${JSON.stringify(offTheRecord)},` : ''
  yield `{"total":${total},"speakers":${JSON.stringify(speakers)},${ranges}"results":[`
  let utterances = first
  let separator = ''
  for (;;) {
    const last = utterances.at(-1)
    if (last) {
      yield separator +
        utterances.map(one => JSON.stringify(storedUtteranceWire(one, source.parts))).join(',')
      separator = ','
    }
    left -= utterances.length
    if (!last || utterances.length < page.limit || left <= 0) break
    page = { limit: Math.min(PAGE, left), after: { startMs: last.startMs, id: last.id } }
    utterances = await source.page(page)
  }
  yield ']}'
}
