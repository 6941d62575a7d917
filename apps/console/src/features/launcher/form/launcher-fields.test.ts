import { describe, expect, test } from 'vitest'
import { fileNamed, testEnv, testNow, valuesWith } from './form-values.test-support'
import { type FieldName, fieldNames, fieldRule } from './launcher-fields'
import { checkForm, firstValues } from './launcher-form'

const audio = ['.wav', '.pcm', '.mp3', '.m4a', '.flac', '.aac', '.aiff', '.oga', '.mp4']

/** The documents' table of launcher inputs, row by row: name, required, kind, first value. */
const rows: [FieldName, boolean, string, unknown][] = [
  ['client_region', true, 'suggest', 'us-east'],
  ['meeting_id', true, 'text', ''],
  ['trainable_meeting_id', true, 'text', ''],
  ['trainable_shard_id', true, 'text', ''],
  ['webex_meeting_id', false, 'text', ''],
  ['webex_meeting_number', true, 'number', ''],
  ['meeting_date_range_filter', true, 'range', '2026/03/03 14:30-2026/03/10'],
  ['user_meeting_date_range_filter', false, 'range', ''],
  ['meeting_date_from_filter', false, 'moment', '2026/03/03'],
  ['meeting_date_to_filter', true, 'moment', '2026/03/10'],
  ['meeting_records_amount', true, 'text', '99'],
  ['webex_site_id', true, 'text', 'site-7'],
  ['webex_site_name', true, 'suggest', 'cisco_webex'],
  ['source', true, 'suggest', ''],
  ['upload_webex_site_name', false, 'suggest', ''],
  ['language', false, 'one-of', ''],
  ['trainable_shard_percent', true, 'select', 'false'],
  ['enable_ensemble', true, 'select', 'true'],
  ['meeting_sharder', false, 'select', 'vadmarker'],
  ['audio_files', true, 'files', []],
  ['transcripts_file', true, 'files', []],
  ['vendor_tags_file', true, 'files', []],
  ['per_site_stats_date_range_filter', true, 'range', '2026/03/03 14:30-2026/03/10'],
]

describe('launcher inputs', () => {
  test.each(rows)('LAU-09 %s: required %s, %s', (name, required, type, first) => {
    expect(fieldRule(name)).toMatchObject({ required, kind: { type } })
    expect(firstValues(testEnv, testNow)[name]).toEqual(first)
    expect(fieldRule(name).help).not.toBe('')
  })

  test('LAU-09 the selects offer exactly their values', () => {
    const options = (name: FieldName) => {
      const { kind } = fieldRule(name)
      return kind.type === 'select' ? kind.options.map(({ value, label }) => `${value}=${label}`) : []
    }
    expect(options('trainable_shard_percent')).toEqual([
      'false=Meeting Trainable Disabled',
      'true=Meeting Trainable Enabled',
    ])
    expect(options('enable_ensemble').map(option => option.split('=')[0])).toEqual(['true', 'false'])
    expect(options('meeting_sharder')).toEqual(['vadmarker=vadmarker', 'diarized=diarized'])
  })

  test.each([
    ['audio_files', audio, true],
    ['transcripts_file', ['.json'], false],
    ['vendor_tags_file', ['.zip'], false],
    [
      'local_audio_file',
      ['.wav', '.mp3', '.m4a', '.flac', '.aac', '.ogg', '.oga', '.opus', '.webm', '.mp4'],
      false,
    ],
  ] as const)('LAU-09 %s takes %s, multiple %s', (name, endings, multiple) => {
    expect(fieldRule(name).kind).toEqual({ type: 'files', endings, multiple })
  })

  test('LAU-09 a file with another ending is refused by name, capitals are not', () => {
    const check = (name: string) =>
      checkForm('upload_audio', valuesWith({ source: 's', audio_files: [fileNamed(name)] }), testNow)
    for (const ending of audio) expect(check(`talk${ending}`).blockedBy).toBeNull()
    expect(check('TALK.WAV').blockedBy).toBeNull()
    expect(check('talk.ogg').errors.audio_files).toContain('talk.ogg')
    expect(check('talk.wav.exe').blockedBy?.field).toBe('audio_files')
  })

  test('LAU-22 the fields outside the table are there and optional', () => {
    const outside = fieldNames.filter(name => !rows.some(([row]) => row === name))
    expect(outside.toSorted()).toEqual([
      'languages',
      'local_audio_file',
      'manuscript_id',
      'manuscript_language',
      'manuscript_name',
      'manuscript_status',
      'manuscript_vendor',
      'meeting_title',
      'webex_meeting_series',
    ])
    for (const name of outside) expect(fieldRule(name).required).toBe(false)
  })
})
