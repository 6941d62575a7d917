import { readIntent, type SpokenIntent } from './eva-intent'
import { findWake, type Wake } from './wake-phrase'

/** What is asked for behind a call. Behind a doubtful one it must come at once: "Okay, even better, follow up" is talk. */
export function commandBehind({ after, clear }: Wake): SpokenIntent | undefined {
  const spoken = readIntent(after)
  if (clear || !spoken) return spoken
  return after.replace(/^please[\s,]+/i, '').startsWith(spoken.trigger) ? spoken : undefined
}

/** Whether the assistant is called in this text: clearly, or doubtfully with a command right behind it. */
export function isCalled(text: string): boolean {
  const wake = findWake(text)
  return wake !== undefined && (wake.clear || commandBehind(wake) !== undefined)
}
