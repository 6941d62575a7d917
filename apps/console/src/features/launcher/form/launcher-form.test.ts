import { type LauncherMode, launcherModes } from '@livetap/contract'
import { describe, expect, test } from 'vitest'
import { modeForms } from '../launcher-modes'
import { fileNamed, testNow, valuesWith } from './form-values.test-support'
import { type FieldName, fieldNames } from './launcher-fields'
import { checkForm, isAudioAlone, type LauncherValues } from './launcher-form'

const wrong = (mode: LauncherMode, changes: Partial<LauncherValues>) =>
  Object.values(checkForm(mode, valuesWith(changes), testNow).errors)

const blocked = (mode: LauncherMode, changes: Partial<LauncherValues> = {}) =>
  checkForm(mode, valuesWith(changes), testNow).blockedBy

const required: Record<LauncherMode, FieldName[]> = {
  create_meeting: ['client_region', 'webex_site_id', 'webex_site_name', 'enable_ensemble'],
  create_meeting_proxy: [],
  upload_audio: ['audio_files', 'source', 'client_region', 'trainable_shard_percent', 'enable_ensemble'],
  open_meeting: ['meeting_id'],
  open_local_meeting: ['transcripts_file'],
  open_meeting_trainable: ['trainable_meeting_id'],
  open_meeting_train: ['client_region'],
  manuscripts: [],
  trainable_shard: ['trainable_shard_id'],
  get_vendor_tags: ['vendor_tags_file'],
  add_eva: ['client_region', 'meeting_id'],
  get_meeting: [],
  open_my_live_meetings: [],
  open_my_past_meetings: ['meeting_date_from_filter', 'meeting_date_to_filter', 'meeting_records_amount'],
  open_meeting_stats: ['meeting_id', 'meeting_date_range_filter'],
  open_audio_ledgers_meeting_stats: ['meeting_id'],
  discovery_worker_cluster_capacities: [],
  per_site_usage: ['client_region', 'per_site_stats_date_range_filter'],
}

const filled = valuesWith({
  meeting_id: 'm-1',
  trainable_meeting_id: 't-1',
  trainable_shard_id: 's-1',
  source: 'phone',
  audio_files: [fileNamed('a.wav')],
  transcripts_file: [fileNamed('t.json')],
  vendor_tags_file: [fileNamed('v.zip')],
})

describe('the form of a mode', () => {
  test.each(launcherModes.map(mode => [mode, required[mode]] as const))(
    'LAU-10 %s cannot start without %s',
    (mode, names) => {
      const asked = modeForms[mode].fields.filter(field => field.required).map(field => field.name)
      expect(asked).toEqual(names)
      expect(checkForm(mode, filled, testNow).blockedBy).toBeNull()
      for (const name of names) {
        const without = { ...filled, [name]: Array.isArray(filled[name]) ? [] : '  ' }
        expect(checkForm(mode, without, testNow).blockedBy?.field).toBe(name)
      }
    },
  )

  test('a local recording without transcripts can be opened by itself, in the local mode alone', () => {
    const alone = (mode: LauncherMode, changes: Partial<LauncherValues>) => {
      const values = valuesWith(changes)
      return isAudioAlone(mode, values, checkForm(mode, values, testNow).errors)
    }
    const sound = { local_audio_file: [fileNamed('a.flac')] }
    expect(alone('open_local_meeting', sound)).toBe(true)
    expect(blocked('open_local_meeting', sound)?.field).toBe('transcripts_file')
    expect(alone('open_local_meeting', { ...sound, transcripts_file: [fileNamed('t.json')] })).toBe(false)
    expect(alone('open_local_meeting', { local_audio_file: [fileNamed('a.txt')] })).toBe(false)
    expect(alone('open_local_meeting', { audio_files: [fileNamed('a.flac')] })).toBe(false)
    expect(alone('upload_audio', sound)).toBe(false)
  })

  test.each(launcherModes)('%s says in one line what it is for', mode => {
    expect(modeForms[mode].explanation).toMatch(/^[A-Z][^\n]{10,120}\.$/)
  })

  test('LAU-10 upload is blocked until a file is chosen, and says so', () => {
    expect(blocked('upload_audio', { source: 'phone' })).toEqual({
      field: 'audio_files',
      reason: 'Choose at least one file',
    })
    expect(blocked('upload_audio', { source: 'phone', audio_files: [fileNamed('a.mp3')] })).toBeNull()
    expect(wrong('upload_audio', { source: 'phone', audio_files: [fileNamed('a.mp3', '')] })).toEqual([
      'a.mp3 is empty',
    ])
  })

  test('LAU-10 get_meeting takes an id or a number, its range may stay empty', () => {
    expect(blocked('get_meeting', { webex_meeting_id: 'w' })).toBeNull()
    expect(blocked('get_meeting', { webex_meeting_number: '123 456' })).toBeNull()
    expect(blocked('get_meeting', { webex_meeting_number: '12a' })?.field).toBe('webex_meeting_number')
  })

  test('LAU-13 no future dates in ranges and moments', () => {
    const future = '2026/03/11 00:00'
    expect(wrong('open_my_past_meetings', { meeting_date_to_filter: future })).toEqual(['No future dates'])
    expect(blocked('open_my_past_meetings', { meeting_date_to_filter: future })?.reason).toBe('Check Date To')
    const range = `2026/03/01 00:00-${future}`
    expect(wrong('open_meeting_stats', { meeting_id: 'm', meeting_date_range_filter: range })).toEqual([
      'No future dates',
    ])
    expect(wrong('get_meeting', { user_meeting_date_range_filter: range })).toEqual(['No future dates'])
  })

  test('LAU-10 a range that ends before it starts and an invalid amount are refused', () => {
    expect(wrong('open_my_past_meetings', { meeting_date_to_filter: '2026/01/01' })).toEqual([
      'Ends before it starts',
    ])
    for (const amount of ['0', '-1', 'many', '1.5']) {
      expect(blocked('open_my_past_meetings', { meeting_records_amount: amount })?.field).toBe(
        'meeting_records_amount',
      )
    }
  })

  test("another mode's wrong value never blocks", () => {
    expect(blocked('open_meeting', { meeting_id: 'm', webex_meeting_number: 'x' })).toBeNull()
  })

  test('LAU-22 every field has its place in some mode', () => {
    const placed = new Set(launcherModes.flatMap(mode => modeForms[mode].fields.map(field => field.name)))
    expect(fieldNames.filter(name => !placed.has(name))).toEqual([])
    const names = (mode: LauncherMode) => modeForms[mode].fields.map(field => field.name)
    expect(names('get_meeting')).toContain('webex_meeting_series')
    expect(names('open_meeting_train')).toContain('languages')
    expect(names('manuscripts')).toHaveLength(5)
  })
})
