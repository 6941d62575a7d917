import { join } from 'node:path'
import type { Log } from '../../../platform/log/log'
import type { Media } from '../../../platform/media/media'
import type { Storage } from '../../../platform/storage/storage'
import type { VoicePrintsStore } from '../../known-voices'
import type { MeetingsStore } from '../../meetings'
import type { HighlightsStore, SpeakerNamesStore, UtterancesStore } from '../../past-data'
import type { ShardsStore } from '../../trainable'
import { afterCallStages } from '../after-call/after-call-stages'
import { callTools } from '../after-call/call-tools'
import type { SpeechTools } from '../speech-tools'
import { allStages } from '../stages/all-stages'
import type { PipelineStore } from './pipeline.store'
import { RunEndedError } from './run-ended-error'
import type { RunLease } from './run-lease.store'
import { runMeeting, type StageWatch } from './run-meeting'
import type { StagesStore } from './stages.store'
import { StoredFiles } from './stored-files'

/** What the stages of a run work with. */
export interface RunParts {
  store: PipelineStore
  stages: StagesStore
  meetings: MeetingsStore
  utterances: UtterancesStore
  speakerNames: SpeakerNamesStore
  highlights: HighlightsStore
  shards: ShardsStore
  prints: VoicePrintsStore
  storage: Storage
  media: Media
  speech: SpeechTools
  log: Log
  retryDelaysMs?: readonly number[]
  watch?: StageWatch
}

/** A stage at which this many workers died is not tried by another one. */
const MAX_TAKEOVERS = 3

export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError'
  readonly reason = 'worker_lost'
}

/** Takes a claimed meeting through its stages, with a folder below `workFolder` for files on the way. */
export async function runClaimed(
  parts: RunParts,
  hold: RunLease,
  { workFolder, signal }: { workFolder: string; signal: AbortSignal },
): Promise<void> {
  const { store, stages, meetings, storage, media, speech, utterances, highlights, shards, prints, log } =
    parts
  const { meetingId } = hold
  const meeting = await meetings.find(meetingId)
  if (!meeting) throw new RunEndedError('lost')
  const takeovers = await store.takeovers(hold)
  if (takeovers > MAX_TAKEOVERS)
    throw new WorkerLostError(`Its worker died ${takeovers} times at the stage ${meeting.stage}`)
  const isCall = hold.kind === 'after-call'
  const { normalise } = isCall ? await stages.outputs(meetingId) : {}
  const plan = isCall
    ? await afterCallStages(meeting, normalise?.call, speech, callTools(parts, meeting))
    : allStages
  const watch = parts.watch ?? (async () => undefined)
  const folder = join(workFolder, meetingId)
  const files = await StoredFiles.open({ meeting, storage, media, folder, isCall, signal })
  try {
    await runMeeting({
      plan,
      stages,
      hold,
      log,
      signal,
      watch,
      retryDelaysMs: parts.retryDelaysMs ?? [1_000, 5_000, 30_000],
      context: ({ output, progress }) => ({
        meeting,
        media,
        speech,
        files,
        signal,
        log,
        output,
        progress,
        record: entry => stages.record(hold, entry),
        parts: {
          all: stage => stages.parts(meetingId, stage),
          put: async (stage, number, content) => {
            await stages.putPart(meetingId, stage, number, content)
            await watch({ meetingId, stage, at: 'part' })
          },
        },
        sink: {
          utterances: list => utterances.replaceAll(meetingId, list),
          highlights: list => highlights.replaceFound(meetingId, list),
          shards: list => shards.replaceAll(meetingId, list),
        },
        known: {
          voices: () => prints.of(meeting.hostUserId),
          propose: matches => prints.propose(meetingId, matches),
        },
      }),
    })
  } finally {
    await files.close()
  }
}
