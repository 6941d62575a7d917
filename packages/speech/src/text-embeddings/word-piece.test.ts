import { expect, test } from 'vitest'
import { WordPiece } from './word-piece'

const pieces = ['[UNK]', '[CLS]', '[SEP]', 'cafe', 'un', '##aff', '##able', 'a', ',', '日', "'", 's', '##s']
const tokens = new WordPiece(Object.fromEntries(pieces.map((piece, id) => [piece, id])))
const spelled = (text: string, maxTokens = 16) =>
  tokens
    .encode(text, maxTokens)
    .map(id => pieces[id])
    .join(' ')

test('cuts words into the longest pieces, without case and accents', () => {
  expect(spelled('CAFÉ unaffable')).toBe('[CLS] cafe un ##aff ##able [SEP]')
  expect(spelled('cafes')).toBe('[CLS] cafe ##s [SEP]')
  expect(spelled("café's,a")).toBe("[CLS] cafe ' s , a [SEP]")
})

test('takes what no pieces make, and words without end, as one unknown', () => {
  expect(spelled('unaffected a')).toBe('[CLS] [UNK] a [SEP]')
  expect(spelled('a'.repeat(101))).toBe('[CLS] [UNK] [SEP]')
  expect(spelled('😀')).toBe('[CLS] [UNK] [SEP]')
})

test('takes ideographs one by one, and leaves out what is not seen', () => {
  expect(spelled('日日a')).toBe('[CLS] 日 日 a [SEP]')
  expect(spelled('ca\u0000f\u00ade\ta')).toBe('[CLS] cafe a [SEP]')
  expect(spelled(' \n ')).toBe('[CLS] [SEP]')
})

test('cuts a long text off and still ends it', () => {
  expect(spelled('a a a a a a', 5)).toBe('[CLS] a a a [SEP]')
})
