import type { NewUtterance, StoredHighlight } from '../../transcripts'

interface Trigger {
  label: 'highlight' | 'note' | 'action_item' | 'decision' | 'follow_up'
  /** After the wake phrase. */
  called: RegExp
  /** Said without it; absent where the words are too common to mean it. */
  alone?: RegExp
}

/** As recognisers write "OK EVA" and "hey EVA" when they hear it. */
const WAKE = /\b(?:o ?k(?:ay)?|hey|hei|hi|hay)[ -]?(?:eva|ava|iva|eeva|ever|evah)\b|\b(?:okayva|heva|heyva)\b/
/** Her name alone, where "hey" was not heard; "ever" is a word of its own then. */
const NAME = /^(?:eva|ava|iva|eeva|evah)\b/
/** Words between the wake phrase and what is asked for. */
const REACH_WORDS = 6
/** Fewer words behind "highlight that" are not what is meant: what was said before is. */
const MIN_WORDS = 3

const TRIGGERS: readonly Trigger[] = [
  { label: 'highlight', called: /\bhighlight (?:that|this|it)?\b/ },
  { label: 'note', called: /\b(?:note that|note this|(?:take|make) a note)\b/ },
  { label: 'action_item', called: /\baction items?\b/, alone: /\baction items?\b/ },
  {
    label: 'decision',
    called: /\bdecisions?\b/,
    alone: /\b(?:the|our|final|key) decision (?:is|was)\b|\bwe(?: have|'ve)? decided\b/,
  },
  { label: 'follow_up', called: /\bfollow[ -]?ups?\b/, alone: /\bfollow[ -]?up (?:on|with|by)\b/ },
]

const plain = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}' -]+/gu, '')
    .replace(/\s+/g, ' ')
    .trim()
const wordCount = (text: string) => text.split(' ').filter(Boolean).length

/** What a person asked to be remembered, aloud. */
export function findHighlights(utterances: readonly NewUtterance[]): StoredHighlight[] {
  return utterances.flatMap((utterance, index) => {
    const found = triggerOf(plain(utterance.text))
    if (!found) return []
    const before = utterances[index - 1]
    const meant = found.refersBack && before ? before : utterance
    return [
      {
        id: `${utterance.id}-${found.label}`,
        startMs: meant.startMs,
        endMs: utterance.endMs,
        text: meant.text,
        csis: meant.csis,
        source: 'voice',
        label: found.label,
        trigger: { type: 'voice', word: found.word },
        createdBy: null,
      },
    ]
  })
}

function triggerOf(text: string) {
  const wake = WAKE.exec(text)
  const call = wake ?? NAME.exec(text)
  const behind = call ? text.slice(call.index + call[0].length).trim() : ''
  // Her name begins many a sentence about her: only what is asked for at once is meant for her.
  const reachWords = wake ? REACH_WORDS : 0
  for (const { label, called, alone } of TRIGGERS) {
    const asked = called.exec(behind)
    if (asked && wordCount(behind.slice(0, asked.index)) <= reachWords) {
      const rest = behind.slice(asked.index + asked[0].length)
      const refersBack = (label === 'highlight' || label === 'note') && wordCount(rest) < MIN_WORDS
      return { label, word: asked[0].trim(), refersBack }
    }
    const said = alone?.exec(text)
    if (said) return { label, word: said[0], refersBack: false }
  }
  return undefined
}
