import { alignSequences, spokenWords } from '@livetap/speech/testing'
import { expect, type Page } from '@playwright/test'

/** The words of the lines on the screen, as they are said. */
export async function wordsOnScreen(page: Page, row = 'asr-row'): Promise<string[]> {
  const lines = await page.getByTestId(row).locator('p').allTextContents()
  return spokenWords(lines.join(' '))
}

export const wordsOf = (text: string): string[] => spokenWords(text)

/**
 * Words by which a reading is recognised. A machine with too much to do loses sound between the microphone and the
 * page, and then some words are mistaken for others: a test of something else waits for any of these.
 */
export const understood = {
  jfk: /fellow|americans|ask not|country/i,
  /** Of its last words alone: what stands before them is on the screen earlier. */
  jfkEnd: /\bdo for your\b/i,
  austen0880: /disposed|young man/i,
}

/** Word errors over words spoken. */
export function wordErrorRate(spoken: string[], heard: string[]): number {
  const pairs = alignSequences(spoken, heard, (one, other) => one === other)
  const errors = pairs.filter(([one, other]) => one !== other).length
  return errors / spoken.length
}

/** What a cut that falls into a word, or sound that a busy machine lost, makes the engine mistake. */
const MISTAKEN = { wordsOfOnePlace: 3, words: 4 }

/**
 * Every word once, in its place. Words may be mistaken for others here and there ("it is not" for "ask not"). But a
 * place in which nothing was recognised has lost its words, and one that repeats its neighbours has doubled them.
 */
export function expectEveryWordOnce(heard: string[], text: string): void {
  const pairs = alignSequences(wordsOf(text), heard, (one, other) => one === other)
  const transcript = heard.join(' ')
  const wrong = pairs.flatMap(([one, other], at) => (one === other ? [] : [at]))
  expect(wrong.length, transcript).toBeLessThanOrEqual(MISTAKEN.words)
  for (const from of wrong.filter(at => !wrong.includes(at - 1))) {
    const to = pairs.findIndex(([one, other], at) => at > from && one === other)
    const place = pairs.slice(from, to < 0 ? undefined : to)
    const spokenHere = place.flatMap(([one]) => one ?? [])
    const heardHere = place.flatMap(([, other]) => other ?? [])
    const near = pairs.slice(
      Math.max(0, from - MISTAKEN.wordsOfOnePlace),
      from + 2 * MISTAKEN.wordsOfOnePlace,
    )
    const doubled = heardHere.filter(word => near.some(([one, other]) => one === word && other === word))
    expect(place.length, transcript).toBeLessThanOrEqual(MISTAKEN.wordsOfOnePlace)
    expect(heardHere.length, `a word is lost: ${transcript}`).toBeGreaterThanOrEqual(
      Math.max(1, spokenHere.length - 1),
    )
    expect(spokenHere.length, `a word too many: ${transcript}`).toBeGreaterThanOrEqual(
      Math.max(1, heardHere.length - 1),
    )
    expect(doubled, `words are doubled: ${transcript}`).toEqual([])
  }
}
