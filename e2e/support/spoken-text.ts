import { alignSequences, spokenWords } from '@livetap/speech/testing'
import { expect, type Page } from '@playwright/test'

/** The words of the lines on the screen, as they are said. */
export async function wordsOnScreen(page: Page, row = 'asr-row'): Promise<string[]> {
  const lines = await page.getByTestId(row).locator('p').allTextContents()
  return spokenWords(lines.join(' '))
}

export const wordsOf = (text: string): string[] => spokenWords(text)

/** Word errors over words spoken. */
export function wordErrorRate(spoken: string[], heard: string[]): number {
  const pairs = alignSequences(spoken, heard, (one, other) => one === other)
  const errors = pairs.filter(([one, other]) => one !== other).length
  return errors / spoken.length
}

/**
 * Every word once, in its place. A cut may move the border of a segment, where the engine can mistake a word for a
 * similar one: one such word is allowed, a lost or a doubled one is not.
 */
export function expectEveryWordOnce(heard: string[], text: string): void {
  const spoken = wordsOf(text)
  expect(heard, heard.join(' ')).toHaveLength(spoken.length)
  expect(wordErrorRate(spoken, heard) * spoken.length, heard.join(' ')).toBeLessThanOrEqual(1)
}
