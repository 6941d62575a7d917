import { choicesSchema } from '@livetap/contract'
import { expect, test } from 'vitest'
import { testServer } from '../../testing/test-server'

test('LAU-21 the autocompletes get their values from the server', async () => {
  const server = await testServer({
    env: { LIVETAP_DEFAULT_REGION: 'eu', LIVETAP_SUFFIX_REGIONS: 'e=eu,u=us' },
  })
  const response = await fetch(`${server.url}/partner-api/web/choices`, { headers: server.bearer() })
  const choices = choicesSchema.parse(await response.json())
  expect(choices.sites).toEqual(['cisco_contact_center', 'cisco_webex', 'contact-center-93h'])
  expect(choices.regions).toEqual(['eu', 'us'])
  expect(choices.languages).toContainEqual({ code: 'en-US', name: 'English (United States)' })
  expect(choices.asr_locales[0]?.code).toBe('en-auto')
  expect(choices.translation_languages.length).toBeGreaterThan(5)
  expect(choices.sources.length).toBeGreaterThan(0)
})

test('ACC-24 check_redis_cache_status answers', async () => {
  const server = await testServer()
  const response = await fetch(`${server.url}/partner-api/check_redis_cache_status`, {
    headers: server.bearer(),
  })
  expect(await response.json()).toEqual({ status: 'disabled' })
})
