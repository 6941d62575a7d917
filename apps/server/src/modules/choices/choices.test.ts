import { choicesSchema } from '@livetap/contract'
import { getChoices } from '@livetap/contract/calls/choices'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { type Translator, TranslatorRegistry } from '@livetap/speech'
import { expect, test } from 'vitest'
import { callEndpoint } from '../../testing/call-endpoint'
import { testServer } from '../../testing/test-server'

test('LAU-21 the autocompletes get their values from the server', async () => {
  const server = await testServer({
    env: { LIVETAP_DEFAULT_REGION: 'eu', LIVETAP_SUFFIX_REGIONS: 'e=eu,u=us' },
  })
  const response = await callEndpoint(server.url, getChoices, { headers: server.bearer() })
  const choices = choicesSchema.parse(await response.json())
  expect(choices.sites).toEqual(['cisco_contact_center', 'cisco_webex', 'contact-center-93h'])
  expect(choices.regions).toEqual(['eu', 'us'])
  expect(choices.languages).toContainEqual({ code: 'en-US', name: 'English (United States)' })
  expect(choices.asr_locales[0]?.code).toBe('en-auto')
  expect(choices.sources.length).toBeGreaterThan(0)
})

test('LIV-29 a meeting can be set to the 18 languages of the documents, or to all', async () => {
  const server = await testServer()
  const response = await fetch(server.url + pathOf(getChoices), { headers: server.bearer() })
  const { languages } = choicesSchema.parse(await response.json())
  const documented = 'en en-US es es-ES fr fr-FR it it-IT de de-DE zh zh-TW hi ja pl nl pt ko'.split(' ')
  expect(languages.map(({ code }) => code)).toEqual([...documented, 'all'])
})

test('LIV-29 only languages that something here translates into are offered', async () => {
  const translator: Translator = {
    name: 'two',
    availability: async () => ({
      available: true,
      pairs: [
        { from: 'en', to: 'es' },
        { from: 'es', to: 'ca' },
      ],
    }),
    translate: async text => text,
    close: async () => {},
  }
  const offered = async (translators: Translator[]) => {
    const server = await testServer({ translation: new TranslatorRegistry(translators) })
    const response = await callEndpoint(server.url, getChoices, { headers: server.bearer() })
    return choicesSchema.parse(await response.json()).translation_languages.map(one => one.code)
  }
  expect(await offered([translator])).toEqual(['es', 'ca'])
  expect(await offered([])).toEqual([])
})
