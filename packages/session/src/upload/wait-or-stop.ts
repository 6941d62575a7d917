import { Scope } from '../scope'
import type { UploadControl } from './upload-control'

/** Ends after the delay, or earlier when the signal comes or the person pauses, who then decides when it goes on. */
export async function waitOrStop(
  delayMs: number,
  signal: AbortSignal,
  control?: UploadControl,
): Promise<void> {
  if (signal.aborted) return
  const scope = new Scope()
  const stop = () => scope.dispose()
  if (control) scope.add(control.subscribe(stop))
  scope.listen(signal, 'abort', stop)
  await scope.wait(delayMs).catch(() => undefined)
  scope.dispose()
}
