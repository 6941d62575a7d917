import { join } from 'node:path'
import type { Log } from '../../../platform/log/log'
import type { Media } from '../../../platform/media/media'
import type { Storage } from '../../../platform/storage/storage'
import type { Tracing } from '../../../platform/tracing/tracing'
import { JobEndedError, type JobLease } from '../../jobs'
import type { VoicePrintsStore } from '../../known-voices'
import type { MeetingsStore } from '../../meetings'
import type { ShardsStore } from '../../trainable'
import type { HighlightsStore, SpeakerNamesStore, UtterancesStore } from '../../transcripts'
import { afterCallStages } from '../after-call/after-call-stages'
import { callTools } from '../after-call/call-tools'
import type { SpeechTools } from '../speech-tools'
import { allStages } from '../stages/all-stages'
import { runMeeting, type StageWatch } from './run-meeting'
import type { StagesStore } from './stages.store'
import { StoredFiles } from './stored-files'

/** What the stages of a run work with. */
export interface RunParts {
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
  /** For files of runs: a folder of this worker. */
  workFolder: string
  log: Log
  tracing: Tracing
  retryDelaysMs?: readonly number[]
  watch?: StageWatch
}

/** Takes the meeting of a job through its stages. */
export async function runJob(parts: RunParts, job: JobLease, signal: AbortSignal): Promise<void> {
  const { stages, meetings, storage, media, speech, utterances, highlights, shards, prints, log } = parts
  const { subject: meetingId } = job
  const meeting = await meetings.find(meetingId)
  if (!meeting) throw new JobEndedError('lost')
  const isCall = job.queue === 'after-call'
  const { normalise } = isCall ? await stages.outputs(meetingId) : {}
  const plan = isCall
    ? await afterCallStages(meeting, normalise?.call, speech, callTools(parts, meeting))
    : allStages
  const watch = parts.watch ?? (async () => undefined)
  const folder = join(parts.workFolder, meetingId)
  const files = await StoredFiles.open({ meeting, storage, media, folder, isCall, signal })
  try {
    await runMeeting({
      plan,
      stages,
      job,
      log,
      signal,
      watch,
      tracing: parts.tracing,
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
        record: entry => stages.record(meetingId, entry),
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
    log.info({ meeting: meetingId }, 'meeting processed')
  } finally {
    await files.close()
  }
}
