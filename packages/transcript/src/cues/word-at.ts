import type { TimedWord, Transcript } from '../model'

export function wordText(transcript: Transcript, word: number): string {
  const { words, utterances } = transcript
  return utterances[words.utterance[word]!]!.text.slice(words.textFrom[word], words.textTo[word])
}

/** Undefined where the recogniser gave none. */
export function wordConfidence(transcript: Transcript, word: number): number | undefined {
  const confidence = transcript.words.confidence?.[word]
  return confidence === undefined || Number.isNaN(confidence) ? undefined : confidence
}

function wordAt(transcript: Transcript, word: number): TimedWord {
  return {
    text: wordText(transcript, word),
    startMs: transcript.words.startMs[word]!,
    endMs: transcript.words.endMs[word]!,
    confidence: wordConfidence(transcript, word),
  }
}

/** The words of one utterance, as objects: for editing and export, not for the whole meeting at once. */
export function wordsOf(transcript: Transcript, utterance: number): TimedWord[] {
  const { firstWord, wordCount } = transcript.utterances[utterance]!
  return Array.from({ length: wordCount }, (_, i) => wordAt(transcript, firstWord + i))
}

/** The word of an utterance whose range holds the character, or the next one; -1 when there is none. */
export function wordAtCharacter(transcript: Transcript, utterance: number, character: number): number {
  const { firstWord, wordCount } = transcript.utterances[utterance]!
  let low = firstWord
  let high = firstWord + wordCount
  while (low < high) {
    const middle = (low + high) >>> 1
    if (transcript.words.textTo[middle]! <= character) low = middle + 1
    else high = middle
  }
  return low < firstWord + wordCount ? low : -1
}
