import type { Page } from '@playwright/test'
import { alignSequences } from '../../packages/speech/src/text/align-sequences'
import { spokenWords } from '../../packages/speech/src/text/spoken-words'

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
