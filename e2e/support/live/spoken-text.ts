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

/**
 * Every word once, in its place. A cut may fall into a word, where the engine can mistake the words on both sides of
 * it for similar ones: one such place of two words is allowed, a lost or a doubled word is not.
 */
export function expectEveryWordOnce(heard: string[], text: string): void {
  const pairs = alignSequences(wordsOf(text), heard, (one, other) => one === other)
  const wrong = pairs.flatMap(([one, other], at) => (one === other ? [] : [at]))
  if (wrong.length === 0) return
  const place = pairs.slice(wrong[0], wrong.at(-1)! + 1)
  expect(place.length, heard.join(' ')).toBeLessThanOrEqual(2)
  expect(
    place.every(([one]) => one !== undefined),
    `a word too many: ${heard.join(' ')}`,
  ).toBe(true)
  expect(
    place.some(([, other]) => other !== undefined),
    `a word is lost: ${heard.join(' ')}`,
  ).toBe(true)
}
