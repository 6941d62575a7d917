import { WorkerLostError } from '../../jobs'
import type { Meeting } from '../../meetings'
import { StageFailedError } from './run-meeting'

/** At which stage a run failed, and how that is told. */
export function failureOf(
  error: unknown,
  { stage }: Pick<Meeting, 'stage'>,
): { stage: Meeting['stage']; told: string } {
  if (error instanceof StageFailedError) return { stage: error.stage, told: error.told }
  const { message } = error as Error
  return { stage, told: error instanceof WorkerLostError ? `${message} at the stage ${stage}` : message }
}
