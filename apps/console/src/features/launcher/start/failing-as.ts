import { StartError } from './start-error'

/** Runs a step whose failure has a catalogued text. A cancelled step keeps its own error. */
export async function failingAs<T>(
  reason: StartError['reason'],
  message: string,
  signal: AbortSignal,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if (signal.aborted) throw error
    throw new StartError(reason, message, error)
  }
}
