import { readFileSync } from 'node:fs'
import { getEnv } from '@livetap/contract/calls/env'
import { getOverview } from '@livetap/contract/calls/overview'
import { usersMe } from '@livetap/contract/calls/sign-on'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { seriousFindings } from './support/browser/axe'
import { leadsToDiagnostics } from './support/diagnostic-links'
import { field, file, open, start, tab } from './support/launcher'
import { seed, utterance } from './support/past/past-meetings'
import { expect, test } from './support/test'

/** The groups as the launcher shows them: heading, then action types with title, label and button text. */
const groups: [string | null, [string, string, string, string?][]][] = [
  [
    null,
    [
      ['create_meeting', 'Create Live Meeting with Hotword', 'Create Live Meeting'],
      ['create_meeting_proxy', 'Connect to ASR Proxy', 'Create Live Meeting (Proxy)'],
      ['upload_audio', 'Upload Audio File (Offline/Recording Flow)', 'Upload Meeting Audio'],
      ['open_meeting', 'Fetch Existing Meeting from WRAPI', 'Open Past Meeting'],
      ['open_local_meeting', 'Load Existing Meeting from Local Assets', 'Start'],
    ],
  ],
  [
    'Trainable Items',
    [
      ['open_meeting_trainable', 'Fetch Meeting Transcripts from Training data', 'Start'],
      ['open_meeting_train', 'Check Training data on a cluster', 'Open Past Meeting Train'],
      ['manuscripts', 'Manuscripts', 'Start'],
      ['trainable_shard', 'Trainable Shard Details', 'Start'],
      ['get_vendor_tags', 'Get all tags from vendor transcript files', 'Upload Vendor Tags'],
    ],
  ],
  [
    'Webex Meetings',
    [
      ['add_eva', 'Add Assistant to Webex Meeting', 'Add EVA to Live Meeting'],
      ['get_meeting', 'Get Webex Meeting', 'Start'],
      ['open_my_live_meetings', 'Open My Live Meetings hosted by me', 'Start', 'OPEN LIVE MEETINGS!'],
      ['open_my_past_meetings', 'Open My Past Meetings hosted by me', 'Start', 'OPEN PAST MEETINGS!'],
    ],
  ],
  [
    'Meeting Stats',
    [
      [
        'open_meeting_stats',
        'Check debug information for past meetings (stackdriver)',
        'Open Past Meeting Stats',
      ],
      [
        'open_audio_ledgers_meeting_stats',
        'Check debug information for past meetings (audio ledgers)',
        'Start',
      ],
      ['discovery_worker_cluster_capacities', 'Check discovery-worker cluster capacities', 'Start'],
      ['per_site_usage', 'Per-site usage stats', 'Start'],
    ],
  ],
]

test('LAU-01 three columns with numbers and headings; create meeting is the default', async ({ page }) => {
  await open(page)
  const columns = page.getByRole('main').getByRole('heading', { level: 2 })
  await expect(columns).toHaveText(['1 Select mode', '2 Fill required fields', '3 Start'])
  const lefts = await columns.evaluateAll(all => all.map(one => one.getBoundingClientRect().left))
  expect(lefts).toEqual(lefts.toSorted((one, other) => one - other))
  await expect(tab(page, 'Create Live Meeting with Hotword')).toHaveAttribute('aria-selected', 'true')
  await expect(page).toHaveURL('/')
})

test('LAU-02 every title under its heading, and the headings do nothing', async ({ page }) => {
  await open(page)
  await expect(page.getByRole('tab')).toHaveText(groups.flatMap(([, modes]) => modes.map(mode => mode[1])))
  for (const [heading, modes] of groups) {
    const list = page.getByRole('tablist', { name: heading ?? 'Meetings', exact: true })
    await expect(list.getByRole('tab')).toHaveText(modes.map(mode => mode[1]))
    if (!heading) continue
    const title = page.getByRole('heading', { name: heading, exact: true })
    await title.click()
    await expect(page).toHaveURL('/')
    expect(await title.evaluate(one => one.closest('a, button, [role=tab]') !== null)).toBe(false)
  }
  await expect(tab(page, 'Create Live Meeting with Hotword')).toHaveAttribute('aria-selected', 'true')
})

test('LAU-03 the Manuscripts entry links to the list with every filter none', async ({ page }) => {
  const list = '/manuscripts/id/none/vendor/none/language/none/status/none'
  await open(page)
  const link = tab(page, 'Manuscripts')
  await expect(link).toHaveAttribute('href', list)
  await link.click()
  await expect(page).toHaveURL(list)
  await open(page, 'manuscripts')
  await start(page).click()
  await expect(page).toHaveURL(list)
})

test('LAU-04 LAU-05 the label by mode titles the start column, the button reads START!', async ({ page }) => {
  await open(page)
  for (const [mode, title, label, button] of groups.flatMap(([, modes]) => modes)) {
    // Its entry leaves at a click; the others are chosen.
    if (mode === 'manuscripts') await open(page, mode)
    else await tab(page, title).click()
    await expect(page).toHaveURL(`/?mode=${mode}`)
    await expect(page.locator('#start-title')).toHaveText(label)
    await expect(start(page)).toHaveText(button ?? 'START!')
    await expect(start(page)).toHaveAccessibleDescription(label)
    await expect(page.getByRole('tabpanel', { name: title })).toBeVisible()
  }
})

test('LAU-09 defaults from the environment, selects and accepted files', async ({ page }) => {
  await open(page, 'create_meeting')
  const env = await (await page.request.get(pathOf(getEnv))).json()
  await expect(field(page, 'client_region')).toHaveValue(env.default_client_region)
  await expect(field(page, 'webex_site_id')).toHaveValue(env.default_webex_site_id)
  await expect(field(page, 'webex_site_name')).toHaveValue(env.default_webex_site_name)
  await expect(field(page, 'enable_ensemble')).toHaveValue('true')

  await open(page, 'upload_audio')
  await expect(field(page, 'audio_files')).toHaveAttribute(
    'accept',
    '.wav,.pcm,.mp3,.m4a,.flac,.aac,.aiff,.oga,.mp4',
  )
  await expect(field(page, 'audio_files')).toHaveAttribute('multiple', '')
  await expect(field(page, 'trainable_shard_percent')).toHaveValue('false')
  await expect(field(page, 'trainable_shard_percent').locator('option')).toHaveText([
    'Meeting Trainable Disabled',
    'Meeting Trainable Enabled',
  ])
  await expect(field(page, 'meeting_sharder').locator('option')).toHaveText(['vadmarker', 'diarized'])
  await expect(field(page, 'meeting_sharder')).toHaveValue('vadmarker')

  await open(page, 'open_local_meeting')
  await expect(field(page, 'transcripts_file')).toHaveAttribute('accept', '.json')
  await open(page, 'get_vendor_tags')
  await expect(field(page, 'vendor_tags_file')).toHaveAttribute('accept', '.zip')
  await page.clock.setFixedTime(new Date('2026-03-10T23:37:00Z'))
  await open(page, 'open_my_past_meetings')
  await expect(field(page, 'meeting_records_amount')).toHaveValue('99')
  await expect(field(page, 'meeting_date_to_filter')).toHaveValue('2026/03/10')
})

test('LAU-09 LAU-21 sites and sources take new values, the language does not', async ({ page }) => {
  await open(page, 'upload_audio')
  await field(page, 'upload_webex_site_name').click()
  for (const site of ['cisco_contact_center', 'cisco_webex', 'contact-center-93h'])
    await expect(page.getByRole('option', { name: site, exact: true })).toBeVisible()
  await field(page, 'upload_webex_site_name').fill('a-site-of-ours')
  await field(page, 'source').fill('a-new-source')
  await field(page, 'language').fill('Klingon')
  await expect(page.getByText('No choice matches')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(field(page, 'language')).toHaveValue('')
  await expect(field(page, 'source')).toHaveValue('a-new-source')
  await expect(field(page, 'upload_webex_site_name')).toHaveValue('a-site-of-ours')
  await field(page, 'language').fill('French (fr)')
  await page.getByRole('option', { name: 'French (fr)' }).click()
  await expect(field(page, 'language')).toHaveValue('French (fr)')
})

const required: [string, string[]][] = [
  ['create_meeting', ['client_region', 'webex_site_id', 'webex_site_name']],
  ['add_eva', ['client_region', 'meeting_id']],
  ['open_meeting', ['meeting_id']],
  ['open_meeting_trainable', ['trainable_meeting_id']],
  ['open_meeting_stats', ['meeting_id', 'meeting_date_range_filter']],
  ['open_audio_ledgers_meeting_stats', ['meeting_id']],
  ['open_meeting_train', ['client_region']],
  ['trainable_shard', ['trainable_shard_id']],
  ['open_my_past_meetings', ['meeting_date_from_filter', 'meeting_date_to_filter', 'meeting_records_amount']],
  ['per_site_usage', ['client_region', 'per_site_stats_date_range_filter']],
]

test('LAU-10 no mode starts without one of its required fields', async ({ page }) => {
  for (const [mode, names] of required)
    await test.step(`${mode} cannot start without ${names.join(', ')}`, async () => {
      await open(page, mode)
      for (const name of names)
        if (!(await field(page, name).inputValue())) await field(page, name).fill('x-1')
      await expect(start(page)).toBeEnabled()
      for (const name of names) {
        const input = field(page, name)
        const held = await input.inputValue()
        await expect(input).toHaveAttribute('required', '')
        await input.fill('')
        await expect(start(page)).toBeDisabled()
        await page.getByRole('status').getByRole('button', { name: 'is missing' }).click()
        await expect(input).toBeFocused()
        await input.fill(held)
        await expect(start(page)).toBeEnabled()
      }
    })
})

test('LAU-10 upload starts only with a file of an accepted kind', async ({ page }) => {
  await open(page, 'upload_audio')
  await field(page, 'source').fill('phone')
  await expect(start(page)).toBeDisabled()
  await expect(page.getByRole('status').filter({ hasText: 'Choose at least one file' })).toBeVisible()
  await field(page, 'audio_files').setInputFiles([file('one.wav'), file('notes.txt')])
  await expect(start(page)).toBeDisabled()
  await expect(page.getByText('notes.txt: only')).toBeVisible()
  await page.getByRole('button', { name: 'Remove notes.txt' }).click()
  await expect(start(page)).toBeEnabled()
  await page.getByRole('button', { name: 'Remove one.wav' }).click()
  await expect(start(page)).toBeDisabled()
})

test('LAU-10 a file can be dropped', async ({ page }) => {
  await open(page, 'get_vendor_tags')
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['zip'], 'tags.zip'))
    return transfer
  })
  await field(page, 'vendor_tags_file').dispatchEvent('drop', { dataTransfer: dropped })
  await expect(page.getByText('tags.zip', { exact: true })).toBeVisible()
  await start(page).click()
  await expect(page).toHaveURL('/vendor_tags')
})

test('the keys of the launcher are listed at ?', async ({ page }) => {
  await open(page)
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog')).toContainText('Choose a mode')
  await expect(page.getByRole('dialog')).toContainText('Start from anywhere')
})

test('LAU-01 the default tab is create meeting, regardless of what was chosen before; an address names another', async ({
  page,
}) => {
  await open(page, 'open_meeting')
  await expect(tab(page, 'Fetch Existing Meeting from WRAPI')).toHaveAttribute('aria-selected', 'true')
  for (const mode of [undefined, 'no_such_mode']) {
    await open(page, mode)
    await expect(tab(page, 'Create Live Meeting with Hotword')).toHaveAttribute('aria-selected', 'true')
  }
})

test('below the form stand the meetings, newest first, with filter, order and CSV', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1700, height: 900 })
  const said = (id: string, speaker: string) =>
    utterance(id, 0, 900, 'hello there', {
      speaker_segments: [{ speaker_id: speaker, transcript: 'hello there' }],
    })
  await seed(server, [
    {
      id: 'table-never-opened',
      title: 'Weekly planning',
      start: '2026-01-06T10:00:00Z',
      durationMs: 3_723_000,
      utterances: [said('u1', '1'), said('u2', '2')],
    },
    { id: 'table-short', title: 'Quarrel, settled', durationMs: 61_000 },
    {
      id: 'table-failed',
      title: 'Broken upload',
      start: '2026-01-04T10:00:00Z',
      status: 'failed',
      error: 'no sound',
    },
  ])
  await open(page, 'open_meeting')
  const section = page.getByRole('region', { name: 'Recent meetings' })
  const row = (name: string) => section.getByRole('row').filter({ hasText: name })
  const filter = section.getByRole('textbox', { name: 'Filter the meetings' })
  await filter.fill('table-')
  await expect(row('Weekly planning').getByRole('cell')).toContainText([
    'Weekly planning',
    /ago$|^\d/,
    '1:02:03',
    '2',
    'Ready',
    'never',
  ])
  await expect(row('Broken upload')).toContainText('Failed')
  await expect(section.getByRole('row')).toContainText([
    'Title',
    'Weekly planning',
    'Quarrel, settled',
    'Broken upload',
  ])

  await row('Weekly planning').getByRole('link', { name: 'Weekly planning' }).click()
  await expect(page).toHaveURL('/past/table-never-opened')
  await expect(page.getByTestId('meeting-title')).toHaveText('Weekly planning')
  await page.goto('/past/no-such-meeting')
  await expect(page.getByText(/^Setup meeting past services flow failed: /).first()).toBeVisible()
  await open(page)
  await section.getByText('Recently opened', { exact: true }).click()
  await expect(section.getByRole('row').nth(1)).toContainText('Weekly planning')
  await expect(section.getByRole('row').nth(1)).toContainText('just now')
  await section.getByText('Recently opened', { exact: true }).click()
  await expect(row('no-such-meeting')).toHaveCount(0)

  // By keyboard: the filter, down into the rows, Enter opens.
  await page.keyboard.press('/')
  await expect(filter).toBeFocused()
  // A meeting is found by its id, too.
  await page.keyboard.type('table-short')
  await expect(row('Quarrel, settled')).toBeVisible()
  await filter.fill('qUARREL')
  await expect(section.getByText(/^1 of \d+ meetings$/)).toBeVisible()
  const download = page.waitForEvent('download')
  await section.getByRole('button', { name: 'Download as CSV' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('meetings.csv')
  const lines = readFileSync(await saved.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatch(
    /^"Quarrel, settled",2026-01-05T10:00:00.000Z,1:01,0,Ready,,\d{11},ann@example.org,table-short$/,
  )

  await section.getByRole('button', { name: 'Actions for Quarrel, settled' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Quarrel, resumed')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(row('Quarrel, resumed')).toBeVisible()
  // Meetings of other tests may be in between, and rows out of sight are not drawn.
  await filter.fill('table-')
  await section.getByRole('button', { name: 'Actions for Broken upload' }).click()
  await leadsToDiagnostics(page, 'table-failed')
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete meeting' }).click()
  await expect(row('Broken upload')).toHaveCount(0)
  await section.getByRole('button', { name: 'Length' }).click()
  await expect(section.getByRole('columnheader', { name: 'Length' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  const lengths = (await section.getByRole('row').locator('td:nth-child(3)').allTextContents()).filter(
    Boolean,
  )
  expect(lengths[0]).toBe('1:02:03')
  expect(lengths.indexOf('1:01')).toBeGreaterThan(0)
  await filter.press('ArrowDown')
  await expect(section.getByRole('link').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(section.getByRole('link').nth(1)).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/past/table-never-opened')
})

test('a recording that is transcribed shows one progress and its stage in every place', async ({
  page,
  server,
}) => {
  const id = 'half-way'
  await seed(server, [
    { id, title: 'Half way', status: 'processing', stage: 'recognition', progress: 50, durationMs: 60_000 },
  ])
  const me = page.waitForResponse(answer => new URL(answer.url()).pathname === pathOf(usersMe))
  await open(page, 'upload_audio')
  const user = await (await me).json()
  await page.evaluate(
    ([key, entry]) => localStorage.setItem(key!, entry!),
    [
      `livetap.uploads.${user.id}`,
      JSON.stringify([{ meetingId: id, fileName: 'half.wav', state: 'waiting' }]),
    ],
  )
  await page.reload()
  const stage = 'Stage 5 of 10: recognition'
  const row = page
    .getByRole('region', { name: 'Recent meetings' })
    .getByRole('row')
    .filter({ hasText: 'Half way' })
  await expect(row).toContainText(`Transcribing 42 %${stage}`)
  await expect(page.getByTestId('uploaded').getByRole('status')).toHaveText(`Transcribing 42 %. ${stage}`)
  await page.goto(`/past/${id}`)
  await expect(page.getByTestId('processing').getByRole('status')).toHaveText(`${stage}42 %`)
})

test('a long list of meetings draws only the rows that are seen', async ({ page }) => {
  const meetings = Array.from({ length: 100 }, (_, at) => ({
    id: `many-${at}`,
    title: `Meeting ${at}`,
    host: '',
    site: '',
    number: '',
    region: 'local',
    source: 'upload',
    status: 'CallEnded',
    stage: '',
    progress: 0,
    error: null,
    start: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
    duration: 1000,
    speakers: 1,
  }))
  await page.route(/\/web\/meetings\?/, route => route.fulfill({ json: { meetings } }))
  await open(page)
  const section = page.getByRole('region', { name: 'Recent meetings' })
  await expect(section.getByText(/^1\d\d meetings$/)).toBeVisible()
  await expect(section.getByRole('table')).toHaveAttribute('aria-rowcount', /^1\d\d$/)
  expect(await section.getByRole('row').count()).toBeLessThan(60)
  await section.getByRole('table').getByRole('link').first().focus()
  await page.keyboard.press('End')
  await expect(section.getByRole('link', { name: 'Meeting 99' })).toBeFocused()
  await expect(section.getByRole('link', { name: 'Meeting 99' })).toBeInViewport()
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`axe finds nothing serious in the forms and the date picker, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const mode of ['create_meeting', 'upload_audio', 'get_meeting', 'open_meeting_train']) {
      await open(page, mode)
      expect(await seriousFindings(page), mode).toEqual([])
    }
    await open(page, 'open_my_past_meetings')
    await page.getByRole('button', { name: 'Pick Date From' }).click()
    await expect(page.getByRole('dialog').getByRole('button', { name: 'Done' })).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
  })
}

test('at 900 pixels nothing is lost', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 700 })
  await open(page, 'per_site_usage')
  await expect(tab(page, 'Per-site usage stats')).toBeInViewport()
  await expect(start(page)).toBeInViewport()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
  await tab(page, 'Open My Past Meetings hosted by me').click()
  const label = page.locator('button[type=submit] .mantine-Button-label')
  expect(await label.evaluate(one => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0)
})

const failedId = '0c1d2e3f4a5b69780c1d2e3f4a5b6978_local'
const seeded = new WeakMap<object, Promise<void>>()

/** Once for each server: its meetings stay for the next test. */
function seedStart(server: Parameters<typeof seed>[0]): Promise<void> {
  const known = seeded.get(server)
  if (known) return known
  const seeding = seed(server, [
    {
      id: failedId,
      title: 'Unheard interview',
      status: 'failed',
      error: 'no sound was found',
      durationMs: 61_000,
    },
    { id: 'start-other_local', title: 'Unheard lecture', durationMs: 3_600_000 },
  ])
  seeded.set(server, seeding)
  return seeding
}

test('one click leads from the start page to why a meeting failed', async ({ page, server }) => {
  await seedStart(server)
  await open(page)
  const section = page.getByRole('region', { name: 'Recent meetings' })
  await section.getByRole('link', { name: 'no sound was found' }).first().click()
  await expect(page).toHaveURL(`/past/${failedId}`)
  await expect(page.getByText('no sound was found').first()).toBeVisible()
})

test('chips and order of the list are in the address, and Back works', async ({ page, server }) => {
  await seedStart(server)
  await open(page, 'open_meeting')
  const section = page.getByRole('region', { name: 'Recent meetings' })
  const lecture = section.getByRole('link', { name: 'Unheard lecture' })
  await expect(lecture).toBeVisible()
  await section.getByRole('checkbox', { name: 'Failed' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/?mode=open_meeting&list=failed')
  await expect(section.getByRole('link', { name: 'Unheard interview' })).toBeVisible()
  await expect(lecture).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await section.getByRole('button', { name: 'Title' }).click()
  await expect(page).toHaveURL('/?mode=open_meeting&list=failed&sort=title')
  await page.reload()
  await expect(section.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'ascending')
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL('/?mode=open_meeting')
  await expect(lecture).toBeVisible()
})

test('what is typed into the filter of the list is in the address: a reload keeps it, Start clears it', async ({
  page,
  server,
}) => {
  await seedStart(server)
  await open(page)
  const section = page.getByRole('region', { name: 'Recent meetings' })
  const filter = section.getByRole('textbox', { name: 'Filter the meetings' })
  const lecture = section.getByRole('link', { name: 'Unheard lecture' })
  const interview = section.getByRole('link', { name: 'Unheard interview' })
  await expect(lecture).toBeVisible()
  await filter.fill('inter')
  await expect(page).toHaveURL('/?filter=inter')
  await expect(lecture).toHaveCount(0)
  await page.reload()
  await expect(interview).toBeVisible()
  await expect(lecture).toHaveCount(0)
  await expect(filter).toHaveValue('inter')
  // A chip leaves it as it is.
  await section.getByRole('checkbox', { name: 'Failed' }).focus()
  await page.keyboard.press('Space')
  await expect(page).toHaveURL('/?filter=inter&list=failed')
  await page.getByRole('navigation', { name: 'Screens' }).getByRole('link', { name: 'Start' }).click()
  await expect(page).toHaveURL('/')
  await expect(lecture).toBeVisible()
  await expect(filter).toHaveValue('')
})

test('a line above the list says what needs a look, each with its way there', async ({ page }) => {
  const counts = { live: 0, transcribing: 2, failed_today: 1, errors_today: 0, draining: ['pod-1'] }
  await page.route(`**${pathOf(getOverview)}`, route => route.fulfill({ json: counts }))
  await open(page)
  const section = page.getByRole('region', { name: 'Recent meetings' })
  await expect(section.getByRole('link', { name: 'Node draining' })).toHaveAttribute('href', '/system')
  await section.getByRole('link', { name: '2 transcribing' }).click()
  await expect(page).toHaveURL('/?list=transcribing')
  await section.getByRole('link', { name: '1 failed today' }).click()
  await expect(page).toHaveURL('/?list=failed')
})

test('an id is found by its title, put into the form by a click on its row, and questioned when unlikely', async ({
  page,
  server,
}) => {
  await seedStart(server)
  await open(page, 'open_meeting')
  const id = field(page, 'meeting_id')
  await id.fill('unheard inter')
  await page.getByRole('option', { name: /Unheard interview/ }).click()
  await expect(id).toHaveValue(failedId)
  await id.fill('nonsense')
  await expect(page.getByText('This does not look like a meeting id.')).toBeVisible()
  await expect(start(page)).toBeEnabled()
  const section = page.getByRole('region', { name: 'Recent meetings' })
  await section.getByRole('textbox', { name: 'Filter the meetings' }).fill('unheard')
  const row = section.getByRole('row').filter({ hasText: 'Unheard lecture' })
  await row.getByRole('cell').nth(1).click()
  await expect(id).toHaveValue('start-other_local')
  await expect(id).toBeFocused()
  // By keyboard it is among the actions.
  await section.getByRole('button', { name: 'Actions for Unheard interview' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Put its id into the form' }).press('Enter')
  await expect(id).toHaveValue(failedId)
})

for (const width of [1440, 1100, 900])
  test(`the list spans the form and the start at ${width} pixels, its actions in view, nothing sideways`, async ({
    page,
    server,
  }) => {
    await seedStart(server)
    await page.setViewportSize({ width, height: 900 })
    await open(page)
    const section = page.getByRole('region', { name: 'Recent meetings' })
    const actions = section.getByRole('button', { name: 'Actions for Unheard interview' })
    await section.getByRole('textbox', { name: 'Filter the meetings' }).fill('unheard')
    await expect(actions).toBeInViewport({ ratio: 1 })
    const sideways = await section
      .getByRole('table')
      .evaluate(table => table.parentElement!.scrollWidth - table.parentElement!.clientWidth)
    expect(sideways).toBe(0)
    const box = (await section.boundingBox())!
    const button = (await start(page).boundingBox())!
    expect(box.x + box.width).toBeGreaterThanOrEqual(button.x + button.width)
  })
