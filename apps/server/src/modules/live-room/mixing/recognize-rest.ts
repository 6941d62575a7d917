import { msToSamples, samplesToMs } from '@livetap/audio'
import { DEFAULT_LANGUAGE } from '@livetap/contract'
import {
  type EngineRegistry,
  type RecognitionStream,
  type SpeechEngine,
  SpeechError,
  transcribe,
} from '@livetap/speech'
import type { TimeRange } from '@livetap/transcript'
import type { Storage } from '../../../platform/storage/storage'
import { waitAtMost } from '../../../platform/wait-at-most'
import type { Meeting } from '../../meetings'
import type { OffTheRecordStore, UtterancesStore } from '../../transcripts'
import type { LiveStore } from '../live.store'
import { lastFinals } from '../outbox/last-finals'
import type { LiveEventsStore } from '../outbox/live-events.store'
import { utteranceOfFinal } from '../outbox/transcript-publisher'
import type { RoomLease } from '../ownership/room-lease'
import type { RoomLeasesStore } from '../ownership/room-leases.store'
import { resultOnRecord, silenceOffTheRecord } from '../room/off-the-record'
import type { LiveStreamsStore, StreamRecord } from '../streams/live-streams.store'
import { allPendingRanges } from '../streams/pending-ranges'
import { recognitionHints } from '../streams/recognition-hints'
import { chunksOf, readSound, type SoundChunk, storedLength } from '../streams/stored-sound'
import { untranscribed } from './untranscribed'

export interface RestParts {
  liveStore: LiveStore
  leases: RoomLeasesStore
  streamsStore: LiveStreamsStore
  eventsStore: LiveEventsStore
  offTheRecord: OffTheRecordStore
  utterances: UtterancesStore
  storage: Storage
  engines: EngineRegistry
  engine: string
}

const WINDOW = msToSamples(1_000)
/** An engine that makes no progress for so long hangs. */
const STALLED_MS = 60_000

/**
 * Gives text to the sound that had none when the call ended: the engine was behind, or failed, or the server did. Answers
 * how many utterances there are of it. An engine that is not there at all leaves the meeting without that text.
 */
export async function recognizeRest(
  parts: RestParts,
  meeting: Meeting,
  lease: RoomLease,
  signal: AbortSignal,
): Promise<number> {
  const { streamsStore, eventsStore, storage, leases } = parts
  const pending = await streamsStore.pendingRanges(meeting.id)
  if ([...pending.values()].every(({ ranges, isClosed }) => isClosed && ranges.length === 0)) return 0
  const finalUntil = await lastFinals(eventsStore, meeting.id)
  const silent = [
    ...(await parts.offTheRecord.list(meeting.id)),
    ...(await untranscribed(eventsStore, meeting)),
  ]
  let count = 0
  for (const record of await streamsStore.list(meeting.id)) {
    const chunks = await chunksOf(storage, meeting.id, record.id)
    const ranges = allPendingRanges({
      pending: pending.get(record.id),
      finalUntilMs: finalUntil.get(record.id)?.untilMs ?? record.anchorMs,
      endMs: record.anchorMs + samplesToMs(storedLength(chunks).samples),
    })
    for (const range of ranges)
      count += await recognizeRange(parts, { meeting, lease, record, chunks, silent, range }, signal)
    await leases.write(lease, tx =>
      streamsStore.within(tx).setPendingRanges(meeting.id, record.id, { ranges: [], isClosed: true }),
    )
  }
  return count
}

interface Rest {
  meeting: Meeting
  lease: RoomLease
  record: StreamRecord
  chunks: readonly SoundChunk[]
  /** Where nothing is recognised. */
  silent: readonly TimeRange[]
  range: TimeRange
}

async function recognizeRange(parts: RestParts, rest: Rest, signal: AbortSignal): Promise<number> {
  const { engines, engine, liveStore, leases, utterances } = parts
  const { meeting, lease, record, range } = rest
  const state = await liveStore.find(meeting.id)
  const open: SpeechEngine['open'] = (options, on) =>
    openedWithin(STALLED_MS, engines.open(engine, options, on))
  const finals = await transcribe({ open }, soundOf(parts.storage, rest), {
    languageCode: meeting.language ?? DEFAULT_LANGUAGE,
    ensemble: meeting.enableEnsemble,
    hints: recognitionHints(state?.customPhrases ?? []),
    startMs: range.startMs,
    stallTimeoutMs: STALLED_MS,
    signal,
  })
  for (const final of finals) {
    const result = resultOnRecord(final, rest.silent)
    const segmentId = `${record.id}-${Math.round(range.startMs)}-rest-${final.segmentId}`
    if (!result) continue
    const utterance = utteranceOfFinal({ ...result, segmentId }, { record })
    await leases.write(lease, tx => utterances.within(tx).add(meeting.id, utterance))
  }
  return finals.length
}

/** The recordings of all other meetings wait behind this one: an engine that hangs is given up. */
export async function openedWithin<T extends Pick<RecognitionStream, 'abort'>>(
  stalledMs: number,
  opening: Promise<T>,
): Promise<T> {
  if (!(await waitAtMost(stalledMs, opening))) {
    void opening.then(late => late.abort()).catch(() => undefined)
    throw new SpeechError('timeout', 'The engine does not open')
  }
  return await opening
}

async function* soundOf(
  storage: Storage,
  { record, chunks, silent, range }: Rest,
): AsyncGenerator<Int16Array> {
  const end = msToSamples(range.endMs - record.anchorMs)
  for (let from = msToSamples(range.startMs - record.anchorMs); from < end; from += WINDOW) {
    const pcm = await readSound(storage, chunks, from, Math.min(end, from + WINDOW))
    silenceOffTheRecord(pcm, record.anchorMs + samplesToMs(from), silent)
    yield pcm
  }
}
