import { expect, test } from 'vitest'
import { launcherModes, startLabel, submitLabel } from './launcher'
import { texts } from './texts'

test('LAU-02 eighteen modes can be started, each with its title', () => {
  expect(new Set(launcherModes).size).toBe(18)
  expect(Object.keys(texts.launcher.titles).sort()).toEqual([...launcherModes].sort())
})

test('LAU-04 the submit label follows the mode; any other mode reads Start', () => {
  expect(submitLabel('create_meeting_proxy')).toBe('Create Live Meeting (Proxy)')
  expect(submitLabel('get_vendor_tags')).toBe('Upload Vendor Tags')
  expect(submitLabel('per_site_usage')).toBe('Start')
})

test('LAU-05 the button reads START!, STARTING..., or opens the lists of meetings', () => {
  expect(startLabel('open_meeting', false)).toBe('START!')
  expect(startLabel('open_meeting', true)).toBe('STARTING...')
  expect(startLabel('open_my_live_meetings', false)).toBe('OPEN LIVE MEETINGS!')
  expect(startLabel('open_my_past_meetings', false)).toBe('OPEN PAST MEETINGS!')
})
