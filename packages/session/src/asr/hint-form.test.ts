import { expect, test } from 'vitest'
import { addHints, noHints, parseHintForm } from './hint-form'

test('ASR-08 phrases are split by line, entity examples by comma, blanks are dropped', () => {
  expect(
    parseHintForm({
      phrases: ' Livetap \r\n\n  \nask not\n',
      limit_vocab_to_phrases: true,
      weight: 0.25,
      entities: [
        { type: ' people ', entries: 'Eva, ,Ada Lovelace,,' },
        { type: '   ', entries: 'nobody' },
      ],
    }),
  ).toEqual({
    phrases: ['Livetap', 'ask not'],
    limit_vocab_to_phrases: true,
    weight: 0.25,
    entities: [{ type: 'people', entries: ['Eva', 'Ada Lovelace'] }],
  })
})

test('ASR-08 the defaults are weight 0.6 and no limit', () => {
  expect(noHints).toEqual({ phrases: [], limit_vocab_to_phrases: false, weight: 0.6, entities: [] })
})

test('ASR-08 new entities are prepended', () => {
  const current = { ...noHints, entities: [{ type: 'old', entries: ['a'] }] }
  const added = { ...noHints, phrases: ['p'], entities: [{ type: 'new', entries: ['b'] }] }
  expect(addHints(current, added)).toMatchObject({
    phrases: ['p'],
    entities: [{ type: 'new' }, { type: 'old' }],
  })
})
