import { spokenTokens } from './spoken-tokens'

export const evaIntents = [
  'off_the_record',
  'stop_listening',
  'listen_again',
  'chimes_off',
  'chimes_on',
  'end_action_item',
  'action_item',
  'decision',
  'follow_up',
  'note',
  'highlight',
  'thanks',
  'goodbye',
] as const
export type EvaIntent = (typeof evaIntents)[number]

/** Said to each other all day: no sign that the assistant is meant. */
export const everydayIntents: ReadonlySet<EvaIntent> = new Set(['thanks', 'goodbye'])

export interface SpokenIntent {
  intent: EvaIntent
  /** The words that gave it away, as they stand in the text. */
  trigger: string
  /** What follows them. */
  rest: string
}

/** Words between the wake phrase and what is asked for. */
const REACH_WORDS = 6

/** Where two fit at the same word, the earlier line counts. */
const PATTERNS: Record<EvaIntent, RegExp> = {
  off_the_record: /\b(?:go |going )?off (?:of )?(?:the )?records?\b/,
  stop_listening:
    /\b(?:(?:stop|quit|pause) listening|(?:do not|don't) listen|(?:put )?ear ?muffs(?: on)?(?! off)|mute yourself)\b/,
  listen_again:
    /\b(?:listen (?:again|to us|up)|(?:start|resume|keep) listening|you can listen|ear ?muffs off|unmute)\b/,
  chimes_off:
    /\b(?:(?:turn|switch) off (?:the )?(?:chimes?|sounds?)|(?:chimes?|sounds?) off|(?:disable|mute|stop|no) (?:the )?chimes?|(?:turn|switch) (?:the )?chimes? off)\b/,
  chimes_on:
    /\b(?:(?:turn|switch) on (?:the )?(?:chimes?|sounds?)|(?:chimes?|sounds?) on|enable (?:the )?chimes?|(?:turn|switch) (?:the )?chimes? on)\b/,
  end_action_item:
    /\b(?:(?:end|ends|stop|finish|close|and|done with)(?: of)?(?: the| that| this)? action items?|(?:that is|that's) (?:it|all))\b/,
  action_item: /\baction items?\b/,
  decision: /\bdecisions?\b/,
  follow_up: /\bfollow ?ups?\b/,
  // What recognisers make of the two short ones counts only right behind the call.
  note: /\b(?:note (?:that|this|it)|(?:take|make) a note(?: that| of that)?)\b|^(?:not|know|no|noted) that\b/,
  highlight: /\bhigh ?light(?:s|ed)?(?: (?:that|this|it))?\b|^(?:i|high) liked? that\b/,
  thanks: /\bthank(?:s| you)\b/,
  goodbye: /\b(?:good ?bye|bye(?: bye)?|see you)\b/,
}

/** What is asked for right behind the wake phrase. */
export function readIntent(text: string): SpokenIntent | undefined {
  const tokens = spokenTokens(text)
  let best: { intent: EvaIntent; start: number; end: number } | undefined
  for (const intent of evaIntents) {
    const match = PATTERNS[intent].exec(tokens.plain)
    if (!match || (best && best.start <= match.index)) continue
    if (tokens.plain.slice(0, match.index).split(' ').filter(Boolean).length > REACH_WORDS) continue
    best = { intent, start: match.index, end: match.index + match[0].length }
  }
  if (!best) return undefined
  const start = tokens.startOf(best.start)
  const end = tokens.endOf(best.end)
  return {
    intent: best.intent,
    trigger: text.slice(start, end),
    rest: text.slice(end).replace(/^[\s,.:;!?-]+/, ''),
  }
}
