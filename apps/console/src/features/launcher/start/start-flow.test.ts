import {
  defaultCustomPhrases,
  type LauncherMode,
  type Meeting,
  meetingCreateBodySchema,
  uploadCreateBodySchema,
} from '@livetap/contract'
import { describe, expect, test, vi } from 'vitest'
import { FileHandover } from '../../../shared/file-handover'
import { fileNamed, testNow, valuesWith } from '../form/form-values.test-support'
import type { LauncherValues } from '../form/launcher-form'
import type { StartContext, StartProgress } from './start-context'
import { startMode } from './start-flow'

interface Recorded {
  calls: [string, ...unknown[]][]
  progress: StartProgress[]
  uploaded: unknown[]
  dropped: string[]
  unwanted: unknown[]
  handover: FileHandover
}

const theirs = {
  title: 'Daily',
  meetingNumber: '25123456780',
  meetingSeriesId: 's',
  state: 'inProgress',
  sipAddress: '',
  hostEmail: '',
  webLink: '',
}

/** Stands for the services: records what it is asked and answers, or fails where the test says. */
function scripted(failing: string[] = [], signal = new AbortController().signal) {
  const seen: Recorded = {
    calls: [],
    progress: [],
    uploaded: [],
    dropped: [],
    unwanted: [],
    handover: new FileHandover(),
  }
  const answer = async <T>(name: string, args: unknown[], value: T): Promise<T> => {
    signal.throwIfAborted()
    seen.calls.push([name, ...args])
    if (failing.includes(name)) throw new Error(`${name} broke`)
    return value
  }
  const context: StartContext = {
    calls: {
      createMeeting: (query, body) =>
        answer('createMeeting', [query, body], { id: 'new/1', status: 'CallStarted' }),
      drop: id => {
        seen.dropped.push(id)
        return failing.includes('drop') ? Promise.reject(new Error('no')) : Promise.resolve()
      },
      rename: (id, title) => answer('rename', [id, title], undefined),
      setCustomPhrases: (id, phrases) => answer('setCustomPhrases', [id, phrases], undefined),
      lookUpConference: id => answer('lookUpConference', [id], undefined),
      isKnown: id => answer('isKnown', [id], id === odd),
      conference: async id =>
        id === 'theirs'
          ? { ...theirs, id }
          : await answer('conference', [id], id === 'w-1' ? 'ours/1' : null),
      findInSeries: query => answer('findInSeries', [query], query.meetingSeriesId === 'none' ? null : 'w 9'),
    },
    uploads: {
      createSession: body =>
        answer('createSession', [body], { meeting_id: `m-${body.file_name}`, upload_url: '/up' }),
      send: async (session, _file, options) => {
        options.onPercent?.(40)
        await answer('send', [session.meeting_id], undefined)
      },
    },
    handOver: (key, file) => seen.handover.put(key, file),
    nowMs: () => testNow,
    onProgress: progress => seen.progress.push(progress),
    onUploaded: meeting => seen.uploaded.push(meeting),
    onDropped: unwanted => seen.unwanted.push(unwanted),
    signal,
  }
  return { seen, context }
}

const pathOf = async (mode: LauncherMode, changes: Partial<LauncherValues> = {}) => {
  const result = await startMode(mode, valuesWith(changes), scripted().context)
  return result.kind === 'open' ? result.path : result
}

const range = '2026/03/01 08:15-2026/03/02 09:30'
const [startMs, endMs] = [Date.UTC(2026, 2, 1, 8, 15), Date.UTC(2026, 2, 2, 9, 30)]
const odd = 'a/b ü?#%'
const coded = encodeURIComponent(odd)

describe('where a mode leads', () => {
  test.each<[LauncherMode, Partial<LauncherValues>, string]>([
    ['open_meeting', { meeting_id: ` ${odd} ` }, `/past/${coded}`],
    ['open_meeting_trainable', { trainable_meeting_id: odd }, `/past_trainable/${coded}`],
    [
      'open_meeting_stats',
      { meeting_id: odd, meeting_date_range_filter: range },
      `/past-stats/${coded}/${startMs}/${endMs}`,
    ],
    ['open_audio_ledgers_meeting_stats', { meeting_id: odd }, `/audio-ledgers-stats/${coded}`],
    ['open_meeting_train', { client_region: odd }, `/past-train/${coded}`],
    ['open_my_live_meetings', {}, '/user/live/meetings'],
    [
      'open_my_past_meetings',
      {
        meeting_date_from_filter: '2026/03/01',
        meeting_date_to_filter: '2026/03/02',
        meeting_records_amount: '12',
      },
      `/user/past/meetings/${Date.UTC(2026, 2, 1)}/${Date.UTC(2026, 2, 3) - 1}/12`,
    ],
    ['get_meeting', { webex_meeting_id: odd }, `/webex_meeting/${coded}`],
    ['get_meeting', { webex_meeting_number: '123 456' }, '/meetings/123456'],
    [
      'get_meeting',
      { webex_meeting_number: '123', user_meeting_date_range_filter: range },
      `/meetings/123/${startMs}/${endMs}`,
    ],
    ['trainable_shard', { trainable_shard_id: odd }, `/trainable_shard/${coded}`],
    ['discovery_worker_cluster_capacities', {}, '/discovery_worker_cluster_capacities'],
    [
      'per_site_usage',
      { client_region: odd, per_site_stats_date_range_filter: range },
      `/per_site_usage_stats/${coded}/${startMs}/${endMs}`,
    ],
  ])('LAU-18 %s opens its screen with its parameters encoded', async (mode, changes, path) => {
    expect(await pathOf(mode, changes)).toBe(path)
  })

  test('LAU-17 create_meeting_proxy opens /live_asr, add_eva opens /live for the given id', async () => {
    expect(await pathOf('create_meeting_proxy')).toBe('/live_asr')
    expect(await pathOf('add_eva', { meeting_id: odd })).toBe(`/live/${coded}`)
  })

  test('LAU-17 add_eva finds our meeting of a conference; one that only the provider knows gets a meeting with its ids', async () => {
    expect(await pathOf('add_eva', { meeting_id: 'w-1' })).toBe('/live/ours%2F1')
    expect(await pathOf('add_eva', { meeting_id: 'nobody' })).toBe('/live/nobody')
    const { context, seen } = scripted()
    const result = await startMode('add_eva', valuesWith({ meeting_id: 'theirs' }), context)
    expect(result).toMatchObject({ kind: 'open', path: '/live/new%2F1' })
    const [, , body] = seen.calls.find(([name]) => name === 'createMeeting')!
    expect(body).toMatchObject({
      title: 'Daily',
      conference: { id: 'theirs', number: '25123456780', series: 's' },
    })
  })

  test('LAU-07 add_eva says what it looks up: the meeting, then the conference in the logs', async () => {
    const notices = async (meeting_id: string) => {
      const { context, seen } = scripted()
      await startMode('add_eva', valuesWith({ meeting_id }), context)
      return seen.progress.map(({ text }) => text)
    }
    const [meeting, logs] = ['Fetching meeting id', 'Fetching Voicea meeting id from Stackdriver']
    expect(await notices(odd)).toEqual([meeting])
    expect(await notices('w-1')).toEqual([meeting, logs])
    expect(await notices('theirs')).toEqual([meeting, logs, meeting])
  })

  test('LAU-03 manuscripts without filters is the list with every filter none', async () => {
    expect(await pathOf('manuscripts')).toBe('/manuscripts/id/none/vendor/none/language/none/status/none')
  })

  test('LAU-22 manuscript filters, languages and series have their place', async () => {
    const filters = {
      manuscript_id: '7/8',
      manuscript_vendor: 'captionmax',
      manuscript_language: 'en-US',
      manuscript_status: 'ready',
      manuscript_name: 'my list',
    }
    expect(await pathOf('manuscripts', filters)).toBe(
      '/manuscripts/id/7%2F8/vendor/captionmax/language/en-US/status/ready?name=my%20list',
    )
    expect(await pathOf('open_meeting_train', { languages: ['en-US', 'fr'] })).toBe(
      '/past-train/us-east?languages=en-US%2Cfr',
    )
    expect(await pathOf('get_meeting', { webex_meeting_number: '5', webex_meeting_series: 's' })).toBe(
      '/webex_meeting/w%209',
    )
  })

  test('LAU-18 chosen files are handed over, not put into the address', async () => {
    const { seen, context } = scripted()
    const zip = fileNamed('tags.zip')
    const json = fileNamed('t.json')
    const tags = await startMode('get_vendor_tags', valuesWith({ vendor_tags_file: [zip] }), context)
    const sound = fileNamed('a.flac')
    const files = { transcripts_file: [json], local_audio_file: [sound] }
    const local = await startMode('open_local_meeting', valuesWith(files), context)
    expect([tags, local]).toEqual([
      { kind: 'open', path: '/vendor_tags' },
      { kind: 'open', path: '/past-local' },
    ])
    expect(seen.handover.take('vendor_tags_file')).toBe(zip)
    expect(seen.handover.take('vendor_tags_file')).toBeUndefined()
    expect(seen.handover.get('transcripts_file')).toBe(json)
    expect(seen.handover.get('local_audio_file')).toBe(sound)
    const uploads = { transcripts_file: [json], audio_files: [sound] }
    await startMode('open_local_meeting', valuesWith(uploads), context)
    expect(seen.handover.get('local_audio_file')).toBeUndefined()
    await startMode('open_local_meeting', valuesWith({ local_audio_file: [sound] }), context)
    expect(seen.handover.get('local_audio_file')).toBe(sound)
    expect(seen.handover.get('transcripts_file')).toBeUndefined()
    expect(seen.progress).toEqual([{ text: 'Fetching Vendor Tags' }])
  })
})

describe('creating a meeting', () => {
  test('LAU-16 LAU-19 creates it, sets the custom phrases, then opens it live', async () => {
    const { seen, context } = scripted()
    const result = await startMode('create_meeting', valuesWith({ enable_ensemble: 'false' }), context)
    expect(result).toMatchObject({ kind: 'open', path: '/live/new%2F1' })
    const body = { start_at_utc: '2026-03-10T14:37:12.000Z', enable_ensemble: false }
    expect(seen.calls).toEqual([
      [
        'createMeeting',
        {
          client_region: 'us-east',
          skip_load_balancing: true,
          webex_site_id: 'site-7',
          webex_site_name: 'cisco_webex',
        },
        body,
      ],
      ['setCustomPhrases', 'new/1', defaultCustomPhrases],
    ])
    expect(meetingCreateBodySchema.parse(body)).toMatchObject(body)
    expect(seen.progress).toEqual([{ text: 'Fetching meeting id' }])
  })

  test('a title is given by a call of its own; a meeting that cannot be renamed runs all the same', async () => {
    const { seen, context } = scripted()
    await startMode('create_meeting', valuesWith({ meeting_title: ' Weekly ' }), context)
    expect(seen.calls.at(-1)).toEqual(['rename', 'new/1', 'Weekly'])
    expect(seen.calls[0]![2]).not.toHaveProperty('title')
    const untitled: string[] = []
    const failing = { ...scripted(['rename']).context, onUntitled: (title: string) => untitled.push(title) }
    const result = await startMode('create_meeting', valuesWith({ meeting_title: 'Weekly' }), failing)
    expect(result).toMatchObject({ kind: 'open', path: '/live/new%2F1' })
    expect(untitled).toEqual(['Weekly'])
  })

  test('a title typed for a new meeting is not given to a conference that the assistant joins', async () => {
    const { seen, context } = scripted()
    await startMode('add_eva', valuesWith({ meeting_id: 'theirs', meeting_title: 'Weekly' }), context)
    expect(seen.calls.map(([name]) => name)).not.toContain('rename')
  })

  test.each(['createMeeting', 'setCustomPhrases'])(
    'LAU-20 a failing %s is a failed meeting fetch',
    async step => {
      const starting = startMode('create_meeting', valuesWith(), scripted([step]).context)
      await expect(starting).rejects.toMatchObject({
        reason: 'meeting',
        message: 'Failed meeting fetch',
        cause: { message: `${step} broke` },
      })
    },
  )

  test.each([true, false])('LAU-20 a meeting without its phrases is dropped, and said (%s)', async works => {
    const { seen, context } = scripted(works ? ['setCustomPhrases'] : ['setCustomPhrases', 'drop'])
    await expect(startMode('create_meeting', valuesWith(), context)).rejects.toThrow('Failed meeting fetch')
    await vi.waitFor(() => expect(seen.unwanted).toEqual([{ meetingId: 'new/1', isDropped: works }]))
  })

  test('LAU-06 a meeting that is answered after the cancel is dropped', async () => {
    const stop = new AbortController()
    const { seen, context } = scripted([], stop.signal)
    let answer = (_: Meeting) => {}
    context.calls.createMeeting = () => new Promise(resolve => (answer = resolve))
    const starting = startMode('create_meeting', valuesWith(), context)
    stop.abort(new Error('cancel'))
    await expect(starting).rejects.toThrow('cancel')
    expect(seen.dropped).toEqual([])
    answer({ id: 'late', status: 'CallStarted' } as Meeting)
    await vi.waitFor(() => expect(seen.unwanted).toEqual([{ meetingId: 'late', isDropped: true }]))
    expect(seen.calls).toEqual([])
  })

  test('LAU-06 a meeting that is entered is not dropped, one whose screen is given up is', async () => {
    const { seen, context } = scripted()
    const result = await startMode('create_meeting', valuesWith(), context)
    expect(seen.dropped).toEqual([])
    if (result.kind === 'open') result.abandon?.()
    await vi.waitFor(() => expect(seen.unwanted).toEqual([{ meetingId: 'new/1', isDropped: true }]))
  })
})

describe('looking up a conference', () => {
  test('LAU-14 without id and number the flow fails', async () => {
    const starting = startMode('get_meeting', valuesWith({ webex_meeting_series: 's' }), scripted().context)
    await expect(starting).rejects.toThrow('Please fill Webex Meeting ID or Webex Meeting Number')
  })

  test('LAU-14 a failed lookup by id, and a series without such a meeting, are not found', async () => {
    const byId = startMode(
      'get_meeting',
      valuesWith({ webex_meeting_id: 'w' }),
      scripted(['lookUpConference']).context,
    )
    await expect(byId).rejects.toThrow('Meeting with current filters was not found')
    const values = valuesWith({ webex_meeting_number: '1', webex_meeting_series: 'none' })
    await expect(startMode('get_meeting', values, scripted().context)).rejects.toThrow(
      'Meeting with current filters was not found',
    )
  })

  test('LAU-07 each lookup says what it does', async () => {
    const { seen, context } = scripted()
    await startMode('get_meeting', valuesWith({ webex_meeting_id: 'w' }), context)
    await startMode(
      'get_meeting',
      valuesWith({
        webex_meeting_number: '1',
        webex_meeting_series: 's',
        user_meeting_date_range_filter: range,
      }),
      context,
    )
    expect(seen.progress.map(({ text }) => text)).toEqual([
      'Fetching Voicea meeting id from Stackdriver',
      'Fetching meeting id',
    ])
    expect(seen.calls[1]).toEqual([
      'findInSeries',
      { meetingSeriesId: 's', meetingNumber: '1', from: '2026-03-01T08:15:00.000Z' },
    ])
  })
})

describe('uploading', () => {
  const files = [fileNamed('a.wav', 'abc', 'audio/wav'), fileNamed('b.pcm', 'abcd')]

  test('LAU-11 "true" is 100 percent and an ensemble, anything else 0 and none', async () => {
    for (const [value, percent, ensemble] of [
      ['true', 100, true],
      ['false', 0, false],
      ['yes', 0, false],
    ] as const) {
      const { seen, context } = scripted()
      const changes = {
        trainable_shard_percent: value,
        enable_ensemble: value,
        audio_files: [files[0]!],
        source: 's',
      }
      await startMode('upload_audio', valuesWith(changes), context)
      expect(seen.calls[0]?.[1]).toMatchObject({
        trainable_shard_percent: percent,
        enable_ensemble: ensemble,
      })
    }
  })

  test('the session carries what was chosen, and leaves out what was not', async () => {
    const { seen, context } = scripted()
    const changes = {
      audio_files: [files[1]!],
      source: ' phone ',
      language: 'fr',
      upload_webex_site_name: 'site',
    }
    await startMode('upload_audio', valuesWith(changes), context)
    await startMode(
      'upload_audio',
      valuesWith({ audio_files: [files[0]!], source: 's', language: 'all' }),
      context,
    )
    expect(seen.calls[0]?.[1]).toEqual({
      start_at_utc: '2026-03-10T14:37:12.000Z',
      source: 'phone',
      enable_ensemble: true,
      sharder: 'vadmarker',
      trainable_shard_percent: 0,
      language: 'fr',
      site_name: 'site',
      client_region: 'us-east',
      file_size: 4,
      file_type: 'audio/pcm',
      file_name: 'b.pcm',
    })
    expect(uploadCreateBodySchema.safeParse(seen.calls[0]?.[1]).success).toBe(true)
    const bare = seen.calls[2]?.[1] as object
    expect(Object.keys(bare)).not.toContain('language')
    expect(Object.keys(bare)).not.toContain('site_name')
  })

  test('LAU-07 LAU-08 several files go one after the other and are listed', async () => {
    const { seen, context } = scripted()
    const result = await startMode('upload_audio', valuesWith({ audio_files: files, source: 's' }), context)
    const meetings = [
      { meeting_id: 'm-a.wav', file_name: 'a.wav', uploaded: true },
      { meeting_id: 'm-b.pcm', file_name: 'b.pcm', uploaded: true },
    ]
    expect(result).toEqual({ kind: 'uploaded', meetings })
    expect(seen.uploaded).toEqual(meetings)
    expect(seen.calls.map(([name]) => name)).toEqual(['createSession', 'send', 'createSession', 'send'])
    expect(seen.progress.slice(0, 3)).toEqual([
      { text: 'Creating uploading meeting audio endpoint', fileName: 'a.wav' },
      { text: 'Uploading meeting audio', percent: 0, fileName: 'a.wav' },
      { text: 'Uploading meeting audio', percent: 40, fileName: 'a.wav' },
    ])
  })

  test('one file opens its meeting', async () => {
    const result = await startMode(
      'upload_audio',
      valuesWith({ audio_files: [files[0]!], source: 's' }),
      scripted().context,
    )
    expect(result).toEqual({ kind: 'open', path: '/past/m-a.wav' })
  })

  test.each([
    ['createSession', 'Failed creating meeting upload audio endpoint fetch'],
    ['send', 'Failed upload meeting audio'],
  ])('a failing %s has its own text', async (step, message) => {
    const starting = startMode(
      'upload_audio',
      valuesWith({ audio_files: files, source: 's' }),
      scripted([step]).context,
    )
    await expect(starting).rejects.toThrow(message)
  })

  test('LAU-06 a cancelled flow makes no further call and keeps the cancellation as its error', async () => {
    const stop = new AbortController()
    const { seen, context } = scripted([], stop.signal)
    context.uploads.send = async () => stop.signal.throwIfAborted()
    context.onUploaded = () => stop.abort()
    const starting = startMode('upload_audio', valuesWith({ audio_files: files, source: 's' }), context)
    await expect(starting).rejects.toMatchObject({ name: 'AbortError' })
    expect(seen.calls.map(([name]) => name)).toEqual(['createSession'])
  })
})
