import { expect, test } from 'vitest'
import { languageOf } from './languages'

test('ASR-05 every spelling of a locale is the language that engines list', () => {
  expect(['en-US', 'en-auto', 'pt_BR', 'all', 'no'].map(languageOf)).toEqual(['en', 'en', 'pt', 'all', 'no'])
  expect(['nb-NO', 'nn-NO', 'nb'].map(languageOf)).toEqual(['no', 'no', 'no'])
  expect(languageOf('constructor')).toBe('constructor')
})
