import { readIntent } from './eva-intent'
import { findWake } from './wake-phrase'

/** Whether the assistant is called in this text: clearly, or doubtfully with a command behind it. */
export function isCalled(text: string): boolean {
  const wake = findWake(text)
  return wake !== undefined && (wake.clear || readIntent(wake.after) !== undefined)
}
