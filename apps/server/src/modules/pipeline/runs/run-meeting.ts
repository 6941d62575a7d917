import { setTimeout as wait } from 'node:timers/promises'
import { texts } from '@livetap/contract'
import { SpeechError } from '@livetap/speech'
import { faultName } from '../../../platform/fault-name'
import type { Log } from '../../../platform/log/log'
import { MediaError } from '../../../platform/media/media-error'
import { ProgressWriter } from '../../../platform/progress-writer'
import { StorageError } from '../../../platform/storage/storage'
import { noTracing, type Tracing } from '../../../platform/tracing/tracing'
import { JobEndedError, type JobLease } from '../../jobs'
import type { Stage, StageContext } from '../stage'
import type { StageName, StageOutputs } from '../stage-outputs'
import type { StagesStore } from './stages.store'

export interface RunOptions {
  /** What is to be done, in this order. */
  plan: readonly Stage[]
  stages: StagesStore
  job: JobLease
  log: Log
  /** Waits before another attempt at a stage; when there are no more, the meeting fails. */
  retryDelaysMs: readonly number[]
  signal: AbortSignal
  watch: StageWatch
  tracing?: Tracing
  context: (run: Pick<StageContext, 'output' | 'progress'>) => StageContext
}

/** For tests: called with where a run is, and holds it there as long as its promise is open. */
export type StageWatch = (moment: {
  meetingId: string
  stage: StageName
  at: 'begun' | 'part' | 'ran'
}) => Promise<void>

/** Takes a meeting from the first stage that is not finished to the last. */
export async function runMeeting({
  plan,
  stages,
  job,
  log,
  retryDelaysMs,
  signal,
  watch,
  tracing = noTracing,
  context,
}: RunOptions): Promise<void> {
  const { subject: meetingId } = job
  const outputs = await stages.outputs(meetingId)
  const written = new ProgressWriter(({ stage, percent }: { stage: StageName; percent: number }) =>
    stages.showProgress(job, stage, percent),
  )
  const output = <K extends StageName>(stage: K): StageOutputs[K] => {
    const found = outputs[stage]
    if (!found) throw new Error(`the stage ${stage} has left nothing`)
    return found
  }
  let shown: StageName | undefined
  const runStage = async (stage: Stage, index: number) => {
    const startedAt = new Date()
    const begunAt = performance.now()
    // The end of the stage before has shown this one's name with it.
    const isShown = shown === stage.name
    await written.begin(isShown ? undefined : { stage: stage.name, percent: 0 })
    await watch({ meetingId, stage: stage.name, at: 'begun' })
    const result = await stage.run(
      context({
        output,
        progress: share => written.at({ stage: stage.name, percent: share * 100 }),
      }),
    )
    await watch({ meetingId, stage: stage.name, at: 'ran' })
    await written.settle()
    signal.throwIfAborted()
    const { ledger = [], logs = [], meeting = {} } = result
    const next = plan.slice(index + 1).find(({ name }) => !outputs[name])?.name
    const { output: made } = result
    const elapsedMs = Math.round(performance.now() - begunAt)
    const finished = {
      stage: stage.name,
      output: made,
      startedAt,
      elapsedMs,
      ledger,
      logs,
      meeting,
      next,
    }
    await stages.finishStage(job, finished)
    shown = next
    Object.assign(outputs, { [stage.name]: made })
  }
  for (const [index, stage] of plan.entries()) {
    if (outputs[stage.name]) continue
    for (let attempt = 0; ; attempt++) {
      signal.throwIfAborted()
      try {
        const attributes = {
          'livetap.meeting': meetingId,
          'livetap.stage': stage.name,
          'livetap.attempt': attempt + 1,
        }
        await tracing.trace(`stage ${stage.name}`, { attributes }, () => runStage(stage, index))
        break
      } catch (error) {
        await written.settle().catch(() => undefined)
        signal.throwIfAborted()
        if (error instanceof JobEndedError) throw error
        const delayMs = retryDelaysMs[attempt]
        if (isLasting(error) || delayMs === undefined) throw new StageFailedError(stage, error)
        log.warn({ meeting: meetingId, stage: stage.name, err: error }, 'retrying stage')
        const retried = { stage: stage.name, attempt: attempt + 1, reason: faultName(error) }
        // The database may be what failed: the retry matters more than its entry.
        if (job.queue === 'recording')
          await stages.record(meetingId, { metric: 'stageRetried', fields: retried }).catch(() => undefined)
        await wait(delayMs, undefined, { signal })
      }
    }
  }
}

/** Trying again would fail again. */
const isLasting = (error: unknown) =>
  (error instanceof MediaError && (error.isRecordingsFault || error.reason === 'unavailable')) ||
  (error instanceof SpeechError && ['unavailable', 'unsupported_language'].includes(error.reason)) ||
  (error instanceof StorageError && ['not_found', 'bad_key'].includes(error.reason))

export class StageFailedError extends Error {
  override readonly name = 'StageFailedError'
  readonly reason = 'stage_failed'
  readonly stage: StageName

  constructor(stage: Stage, cause: unknown) {
    super((cause as Error).message || String(cause), { cause })
    this.stage = stage.name
  }

  /** What a recording's own fault is called in the meeting; anything else names the stage it happened in. */
  get userMessage(): string {
    const { cause } = this
    if (cause instanceof MediaError && isNoAudio(cause, this.stage))
      return `${texts.launcher.unreadableAudio}: ${this.message}`
    const plain = cause instanceof MediaError || cause instanceof SpeechError
    return plain ? this.message : `Processing failed at ${this.stage}: ${this.message}`
  }
}

/** The first two stages read the file itself; later ones read what was made of it. */
const isNoAudio = ({ reason }: MediaError, stage: StageName): boolean =>
  (stage === 'probe' || stage === 'normalise') && (reason === 'undecodable' || reason === 'no_audio')
