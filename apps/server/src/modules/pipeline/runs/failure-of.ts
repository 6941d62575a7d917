import { WorkerLostError } from '../../jobs'
import type { Meeting } from '../../meetings'
import { StageFailedError } from './run-meeting'

/** At which stage a run failed, and the message for the user. */
export function failureOf(
  error: unknown,
  { stage }: Pick<Meeting, 'stage'>,
): { stage: Meeting['stage']; userMessage: string } {
  if (error instanceof StageFailedError) return { stage: error.stage, userMessage: error.userMessage }
  const { message } = error as Error
  return {
    stage,
    userMessage: error instanceof WorkerLostError ? `${message} at the stage ${stage}` : message,
  }
}
