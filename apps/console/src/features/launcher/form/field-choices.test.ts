import { expect, test } from 'vitest'
import { fieldChoices } from './field-choices'

test('LAU-21 the sites are the three listed ones until the server says otherwise', () => {
  expect(fieldChoices(undefined).sites.map(({ value }) => value)).toEqual([
    'cisco_contact_center',
    'cisco_webex',
    'contact-center-93h',
  ])
})

test('LAU-09 languages, regions and sources are those of the server, each once', () => {
  const choices = fieldChoices({
    regions: ['eu', 'us', 'eu'],
    sites: ['one'],
    sources: ['phone'],
    languages: [{ code: 'fr', name: 'French' }],
    asr_locales: [],
    translation_languages: [],
  })
  expect(choices.regions.map(({ value }) => value)).toEqual(['eu', 'us'])
  expect(choices.sources).toEqual([{ value: 'phone', label: 'phone' }])
  expect(choices.languages).toEqual([{ value: 'fr', label: 'French (fr)' }])
  expect(choices.sites).toEqual([{ value: 'one', label: 'one' }])
})
