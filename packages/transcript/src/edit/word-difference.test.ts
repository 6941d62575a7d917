import { expect, test } from 'vitest'
import { wordDifference } from './word-difference'

const marked = (before: string, after: string) =>
  wordDifference(before, after)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}-]`, added: `[+${text}+]` })[kind])
    .join(' ')

test.each([
  ['the same text', 'we ship on friday', 'we ship  on friday', 'we ship on friday'],
  ['one word for another', 'we shipped on friday', 'we ship on friday', 'we [-shipped-] [+ship+] on friday'],
  ['a word added', 'we ship friday', 'we ship on friday', 'we ship [+on+] friday'],
  ['a word removed', 'we we ship', 'we ship', 'we [-we-] ship'],
  ['several places', 'a b c d e f', 'a x c d f g', 'a [-b-] [+x+] c d [-e-] f [+g+]'],
  ['everything', 'hello there', 'Guten Tag', '[-hello there-] [+Guten Tag+]'],
  ['a text where none was', '', 'hello', '[+hello+]'],
  ['none where a text was', 'hello', '', '[-hello-]'],
  ['nothing in nothing', '', '', ''],
])('%s', (_, before, after, difference) => {
  expect(marked(before, after)).toBe(difference)
})

test('both texts can be read back, however long they are', () => {
  const word = (seed: number) => `w${(seed * 7919) % 101}`
  const before = Array.from({ length: 3000 }, (_, at) => word(at)).join(' ')
  const after = Array.from({ length: 3000 }, (_, at) => word(at + (at > 1500 ? 3 : 0))).join(' ')
  for (const [old, now] of [
    [before, after],
    [before.slice(0, 900), after.slice(300, 1200)],
  ] as const) {
    const parts = wordDifference(old, now)
    const without = (kind: string) =>
      parts
        .filter(part => part.kind !== kind)
        .map(({ text }) => text)
        .join(' ')
    expect(without('added')).toBe(old.trim())
    expect(without('removed')).toBe(now.trim())
  }
})
