import { expect, test } from 'vitest'
import { LONG_WORDS, NumberedWords, numberedWords } from './numbered-words'

async function textsOf(pieces: readonly Int16Array[], startMs = 0): Promise<string[]> {
  const texts: string[] = []
  const stream = await new NumberedWords().open({ languageCode: 'en-US', startMs }, event => {
    if (event.type === 'final') texts.push(event.result.text)
  })
  for (const piece of pieces) stream.write(piece)
  await stream.end()
  return texts
}

test('every word of the sound is in the text once, wherever the sound is cut into pieces', async () => {
  const pieces = [numberedWords(0, 130), numberedWords(130, 2_500), numberedWords(2_500, 2_800)]
  expect(await textsOf(pieces)).toEqual(['w0 w1 w2 w3 w4', 'w5 w6'])
})

test('a word that was cut in two, and one that is missing, are seen', async () => {
  expect(await textsOf([numberedWords(100, 800), numberedWords(1_200, 1_600)])).toEqual(['w0! w1 w3'])
})

test('in long words each is a sentence of the length that it has in the sound', async () => {
  const finals: [string, number, number][] = []
  const stream = await new NumberedWords(LONG_WORDS).open({ languageCode: 'en-US' }, event => {
    if (event.type === 'final') finals.push([event.result.text, event.result.startMs, event.result.endMs])
  })
  stream.write(numberedWords(0, 2_200, LONG_WORDS))
  await stream.end()
  expect(finals).toEqual([
    ['w0', 0, 1_200],
    ['w1!', 1_600, 2_200],
  ])
})
