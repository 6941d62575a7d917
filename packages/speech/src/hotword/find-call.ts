import { readIntent, type SpokenIntent } from './eva-intent'
import { findUnreadCall } from './unread-call'
import { findGreeting, findWake, type Wake } from './wake-phrase'

/** What is asked for behind a call. Behind a doubtful one it must come at once: "Okay, even better, follow up" is talk. */
export function commandBehind({ after, clear }: Wake): SpokenIntent | undefined {
  const spoken = readIntent(after)
  if (clear || !spoken) return spoken
  return after.replace(/^please[\s,]+/i, '').startsWith(spoken.trigger) ? spoken : undefined
}

/**
 * How likely the sound itself must hold the call, 0 to 1. Where it is written clearly, the sound must not speak against
 * it; where the text is doubtful, the sound has to speak for it; where it is sure, a greeting in the text will do, or a
 * command behind a few words that were read without certainty. A call scores 0.98 and more, "Okay, even
 * now" with up to 0.97.
 */
export const MIN_HEARD = { clear: 0.05, doubtful: 0.5, sure: 0.97 }

/**
 * Where the assistant is called, by the text and by what the sound says of it. Without the sound, as from engines that
 * have no ear for it, the text decides: a doubtful one needs a command right behind it.
 */
export function findCall(text: string, callLikelihood: number | undefined): Wake | undefined {
  const wake = findWake(text)
  const heard = callLikelihood ?? MIN_HEARD.doubtful
  if (heard >= MIN_HEARD.sure)
    return wake ? { ...wake, clear: true } : (findGreeting(text) ?? findUnreadCall(text))
  if (!wake || heard < MIN_HEARD[wake.clear ? 'clear' : 'doubtful']) return undefined
  return wake.clear || commandBehind(wake) ? wake : undefined
}
