import { join } from 'node:path'
import { fillRoute, HOUR_MS, type ManuscriptList, manuscriptsPath, routes, texts } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { createProject, listProjects, matchingShards } from '@livetap/contract/calls/manuscripts'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster } from '@livetap/server/testing'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { axeFindings, findingsInBothColors, seriousFindings } from '../support/browser/axe'
import { hold } from '../support/browser/hold'
import { keepToasts } from '../support/browser/kept-toasts'
import { watchTexts } from '../support/browser/watch-texts'
import { expect, test } from '../support/test'
import { fillShards } from '../support/training/fill-shards'
import { Manuscripts } from '../support/training/manuscripts'
import { TrainableSpeech } from '../support/training/trainable-speech'
import { downloadPackage, importReturn } from '../support/training/vendor-exchange'

// Its first test begins without a project.
test.use({ serverFor: 'manuscripts' })

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name, exact: true }) })
const cell = (page: Page, name: string, column: string) =>
  row(page, name).locator(`[data-column="${column}"]`)
const gauge = (page: Page, name: string) => cell(page, name, 'percent').locator('[data-color]')
const items = (page: Page) => page.getByRole('menuitem')

async function choose(page: Page, name: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('MAN-01 MAN-09 MAN-11 a project is created, filled from a recording and an ended live meeting, returned by dummyvendor, completed, closed, deleted and brought back', async ({
  page,
  server,
  signedInState,
}) => {
  // Speech is recognised twice on the way.
  test.setTimeout(360_000)
  const siteName = 'cycle.example.org'
  const calls = new Manuscripts(server.origin, await signedInState())
  const speech = new TrainableSpeech(server, await signedInState(), siteName)
  const uploaded = await speech.upload(loadRecording('austen-0930'))
  const endMeeting = await speech.meeting(loadRecording('austen-0890'))
  const waitForText = await watchTexts(page)
  await page.goto(manuscriptsPath())
  await expect(
    page.getByRole('main').getByText('Projects with current filters were not found.'),
  ).toBeVisible()
  await waitForText('Projects were not found.')
  await waitForText('Fetching manuscript projects...')
  await page.getByRole('main').getByRole('link', { name: 'Add project' }).first().click()
  await expect(page).toHaveURL(routes.manuscriptCreate)

  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue(
    'English (United States) (en-US)',
  )
  await expect(page.getByLabel('Shard min length')).toHaveValue('5000 ms')
  await expect(page.getByLabel('Has global CSI')).toBeChecked()
  const cut = await speech.cutForTraining(uploaded)
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByText('Sum of train and eval hours should be greater than 0.')).toBeVisible()
  await expect(page.getByText('A name is needed.')).toBeVisible()
  expect(await seriousFindings(page)).toEqual([])
  await page.locator('input[name="name"]').fill('Journey')
  await page.getByLabel('Train hours').fill((cut.lengthMs / 0.6 / HOUR_MS).toFixed(6))
  await page.getByLabel('Shard min length').fill('1')
  await page.locator('input[name="site_name"]').fill(siteName)
  await page.getByRole('switch', { name: 'Has global CSI' }).uncheck()
  await page.getByRole('switch', { name: 'Has participant CSI' }).uncheck()
  // Pressed twice, it is made once.
  const posts: string[] = []
  page.on('request', request => request.method() === 'POST' && posts.push(request.url()))
  const made = `**${pathOf(createProject)}`
  const refusal = { message: 'Client Exception', errors: [{ description: 'Not today' }], trackingId: 't' }
  await page.route(made, route => route.fulfill({ status: 422, json: refusal }))
  await page.getByRole('button', { name: 'Create project' }).click()
  await waitForText('Project was not created. Not today')
  await expect(page.getByRole('button', { name: 'Create project' })).toBeEnabled()
  await page.unroute(made)
  posts.length = 0
  const creating = await hold(page, made)
  await page.getByRole('button', { name: 'Create project' }).dblclick()
  await creating.reached
  await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
  await page.locator('input[name="name"]').press('Enter')
  creating.release()
  await waitForText('Project was successfully created.')
  await page.unroute(made)
  expect(posts.filter(url => url.endsWith(pathOf(createProject)))).toHaveLength(1)

  await expect(page).toHaveURL(manuscriptsPath())
  await expect(page.getByRole('columnheader')).toHaveText([
    '',
    'Name',
    'Language',
    'Train Req/Sent/Rec, h',
    'Eval Req/Sent/Rec, h',
    '% Completed',
    'Status',
    'Vendor name',
    'Start date',
    'End date',
    'Actions',
  ])
  await expect(cell(page, 'Journey', 'train')).toHaveText('0.00 / 0.00 / 0.00')
  await expect(gauge(page, 'Journey')).toHaveAttribute('data-color', 'red')
  await page.getByRole('button', { name: 'Actions for Journey' }).click()
  await expect(items(page)).toHaveText(['View', 'Activate', 'Mark as completed', 'Close project', 'Delete'])
  await page.getByRole('menuitem', { name: 'Activate' }).click()
  await waitForText('Manuscript was updated.')
  // The recording is not enough; it goes on when the meeting has ended.
  await expect(gauge(page, 'Journey')).toHaveAttribute('data-color', 'orange', { timeout: 30_000 })
  await expect(cell(page, 'Journey', 'percent')).toHaveText('60 %')
  await expect(cell(page, 'Journey', 'status')).toHaveText('processing')
  const spoken = await endMeeting()
  const later = await speech.cutForTraining(spoken)
  await expect(cell(page, 'Journey', 'status')).toHaveText('completed', { timeout: 30_000 })
  await expect(cell(page, 'Journey', 'percent')).toHaveText(/^1\d\d %$/)
  await expect(gauge(page, 'Journey')).toHaveAttribute('data-color', 'green')
  expect(await findingsInBothColors(page)).toEqual([])

  // The same speech goes to people: what comes back from them is counted, what does not match is listed.
  const { id } = await calls.create('Exchange', {
    site_name: siteName,
    min_length_ms: 1,
    train_ms_required: cut.lengthMs + later.lengthMs,
  })
  await calls.set(id, 'ready')
  await page.goto(fillRoute(routes.manuscriptView, { manuscript_id: id }))
  const shards = cut.count + later.count
  await expect(page.getByRole('heading', { name: `Shards (${shards})` })).toBeVisible({ timeout: 30_000 })
  const sent = await downloadPackage(page)
  expect(sent).toHaveLength(shards)
  expect(new Set(sent.map(({ meeting_id }) => meeting_id))).toEqual(new Set([uploaded, spoken]))
  await importReturn(
    page,
    sent.map(({ id }) => id),
  )
  await waitForText(`${shards} transcripts were taken in.`)
  await expect(page.getByText('completed', { exact: true })).toBeVisible()
  expect(await findingsInBothColors(page)).toEqual([])

  await page.getByRole('main').getByRole('link', { name: 'Manuscripts', exact: true }).click()
  await page.getByRole('link', { name: 'Journey' }).click()
  await expect(page.getByRole('heading', { name: 'Journey' })).toBeVisible()
  await expect(page.getByText('Undefined')).toHaveCount(2)
  await expect(page.getByRole('figure')).toBeVisible()
  await expect(page.getByText(/transcripts? by dummyvendor/)).toHaveCount(2)
  await expect(page.getByRole('heading', { name: `Shards (${shards})` })).toBeVisible()
  const actions = page.getByRole('button', { name: 'Actions', exact: true })
  await actions.click()
  await expect(items(page)).toHaveText(['Close project', 'Delete'])
  await items(page).first().click()
  await expect(page.getByText('closed', { exact: true })).toBeVisible()
  await actions.click()
  await expect(items(page)).toHaveText(['Delete'])
  await page.keyboard.press('Escape')

  await page.getByRole('main').getByRole('link', { name: 'Manuscripts', exact: true }).click()
  await page.getByRole('button', { name: 'Status', exact: true }).first().click()
  await page.getByRole('combobox', { name: 'Filter by status' }).selectOption('closed')
  await expect(page).toHaveURL(manuscriptsPath({ manuscript_status: 'closed' }))
  await page.getByRole('button', { name: 'Name', exact: true }).first().click()
  await page.getByRole('textbox', { name: 'Filter by name' }).fill('jour')
  await page.getByRole('button', { name: 'Apply' }).click()
  await expect(page).toHaveURL(manuscriptsPath({ manuscript_status: 'closed', manuscript_name: 'jour' }))
  await choose(page, 'Journey', 'Delete')
  await waitForText('Project was successfully deleted.')
  await expect(
    page.getByRole('main').getByText('Projects with current filters were not found.'),
  ).toBeVisible()
  const deleted = page.getByTestId('undo-bar').filter({ hasText: 'Deleted Journey' })
  await deleted.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 'Journey', 'status')).toHaveText('closed')
  await page.getByRole('button', { name: 'Back to start' }).click()
  await waitForText('Exiting manuscripts page...')
  await expect(page).toHaveURL('/')
})

test('MAN-02 MAN-04 MAN-08 two operators at once: no change is lost silently; a clone begins as the other; the list is sorted', async ({
  page,
  server,
  signedInState,
  browser,
}) => {
  const calls = new Manuscripts(server.origin, await signedInState())
  const ids: string[] = []
  for (const name of ['Alpha', 'Beta', 'Gamma']) ids.push((await calls.create(`Team ${name}`)).id)
  const list = manuscriptsPath({ manuscript_name: 'Team' })
  const waitForText = await watchTexts(page)
  await keepToasts(page)
  await page.goto(list)
  await expect(page.getByRole('list', { name: 'Totals per vendor' })).toContainText(
    'CaptionMax 3 projects, 3.00 h required',
  )
  const names = page.locator('td[data-column="name"]')
  await expect(names).toHaveText(['Team Alpha', 'Team Beta', 'Team Gamma'])
  await page.getByRole('columnheader', { name: 'Name', exact: true }).getByRole('button').click()
  await expect(names).toHaveText(['Team Gamma', 'Team Beta', 'Team Alpha'])

  const context = await browser.newContext({ baseURL: server.origin, storageState: await signedInState() })
  const other = await context.newPage()
  await keepToasts(other)
  await other.goto(list)
  await choose(other, 'Team Beta', 'Mark as completed')
  await expect(cell(other, 'Team Beta', 'status')).toHaveText('completed')

  await page.getByLabel('Check all projects').check()
  await expect(page.getByText('3 projects · All 3 matching projects are checked')).toBeVisible()
  await page.getByRole('button', { name: 'Close project' }).click()
  await waitForText('Manuscripts were updated.')
  await expect(
    page.getByText(
      /Manuscript was not updated\. Team Beta was changed in between by .+ \(status completed\)/,
    ),
  ).toBeVisible()
  for (const name of ['Team Alpha', 'Team Gamma']) {
    await expect(cell(page, name, 'status')).toHaveText('closed')
    await expect(page.getByLabel(`Check ${name}`)).not.toBeChecked()
  }
  await expect(cell(page, 'Team Beta', 'status')).toHaveText('completed')
  const bar = page.getByTestId('undo-bar')
  await expect(bar).toContainText('Closed 2 projects')
  // No time passes while it is hovered.
  await bar.hover()
  expect(await seriousFindings(page)).toEqual([])
  await bar.getByRole('button', { name: 'Undo' }).press('Enter')
  for (const name of ['Team Alpha', 'Team Gamma'])
    await expect(cell(page, name, 'status')).toHaveText('pending')
  await expect(cell(page, 'Team Beta', 'status')).toHaveText('completed')

  // The detail view offers the same.
  await page.getByRole('link', { name: 'Team Alpha', exact: true }).click()
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: texts.manuscripts.closeProject }).click()
  await expect(page.getByText('closed', { exact: true })).toBeVisible()
  await expect(bar).toContainText('Closed Team Alpha')
  await bar.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('pending', { exact: true })).toBeVisible()

  // The other's page still holds what was before.
  const view = fillRoute(routes.manuscriptView, { manuscript_id: ids[1]! })
  await other.goto(view)
  await other.getByRole('button', { name: 'Edit' }).click()
  await calls.set(ids[1]!, 'pending')
  const dialog = other.getByRole('dialog')
  await dialog.getByLabel('Train hours').fill('9')
  expect(await seriousFindings(other)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(/Manuscript was not updated\. Team Beta was changed in between/)).toBeVisible()
  await context.close()
  await page.goto(view)
  await expect(page.getByRole('cell', { name: '1.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('dialog').getByLabel('Train hours').fill('9')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await waitForText('Manuscript was updated.')
  await expect(page.getByRole('cell', { name: '9.00' })).toBeVisible()
  await page.getByRole('link', { name: 'Clone' }).click()
  await expect(page.locator('input[name="name"]')).toHaveValue('Copy of Team Beta')
  await expect(page.getByLabel('Has global CSI')).not.toBeChecked()
})

test('MAN-04 MAN-09 all projects that match are checked and closed, those on pages that were never shown included', async ({
  page,
  server,
  signedInState,
}) => {
  const calls = new Manuscripts(server.origin, await signedInState())
  const named = (at: number) => `Many ${String(at).padStart(3, '0')}`
  const first = await calls.create(named(0))
  const client = await connectToCluster(join(server.dataDir, 'data'))
  // Copies of the first; the last of all has another language.
  await client.query(
    `insert into manuscript_project (name, language, vendor, site_name, train_ms_required, eval_ms_required,
       has_global_participant_id, has_participant_id, max_length_ms, min_length_ms, created_by, changed_by)
     select 'Many ' || lpad(n::text, 3, '0'), case when n = 243 then 'de-DE' else language end, vendor, site_name,
       train_ms_required, eval_ms_required, has_global_participant_id, has_participant_id, max_length_ms, min_length_ms,
       created_by, changed_by
     from manuscript_project, generate_series(1, 243) as n where id = $1`,
    [first.id],
  )
  await client.end()
  const waitForText = await watchTexts(page)
  await keepToasts(page)
  await page.goto(manuscriptsPath({ manuscript_name: 'Many', manuscript_language: 'en-US' }))
  const status = page.getByRole('status').filter({ hasText: /^\d+ of \d+ projects/ })
  await expect(status).toHaveText('100 of 243 projects')
  const all = page.getByLabel('Check all projects')
  await all.check()
  await expect(status).toContainText('All 243 matching projects are checked')
  expect(await axeFindings(page)).toEqual([])
  await page.getByLabel(`Check ${named(1)}`).uncheck()
  await expect(status).toContainText('242 checked')
  await expect(all).not.toBeChecked()

  // Another user changes one that was never shown.
  const { projects } = await calls.call<ManuscriptList>(listProjects, undefined, {
    manuscript_name: named(240),
  })
  await calls.set(projects[0]!.id, 'completed')
  const sent: string[][] = []
  page.on('request', request => {
    if (request.method() === 'PATCH')
      sent.push((request.postDataJSON() as { manuscript_projects_ids: string[] }).manuscript_projects_ids)
  })
  await page.getByRole('button', { name: texts.manuscripts.closeProject }).click()
  await waitForText(texts.manuscripts.updatedMany)
  await expect(
    page.getByText(new RegExp(`Manuscript was not updated\\. ${named(240)} was changed`)),
  ).toBeVisible()
  expect(sent.map(ids => ids.length)).toEqual([100, 100, 42])
  await expect(status).toContainText('1 checked')
  const closed = async (filters: object) =>
    (
      await calls.call<ManuscriptList>(listProjects, undefined, {
        manuscript_name: 'Many',
        manuscript_status: 'closed',
        ...filters,
      })
    ).total
  expect(await closed({})).toBe(241)
  expect(await closed({ manuscript_language: 'de-DE' })).toBe(0)
  // What is checked belongs to the filters.
  await page.getByRole('button', { name: 'Remove the filter Language' }).click()
  await expect(status).toHaveText('100 of 244 projects')
})

test('the form says how many shards match while it is typed into, warns at none, and is silent where an upstream answers', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'matching', 200)
  await client.end()
  await page.goto(routes.manuscriptCreate)
  const said = page.getByRole('status').filter({ hasText: /match/ })
  const site = page.locator('input[name="site_name"]')
  await site.fill('nowhere')
  await expect(said).toContainText('0 shards, 0.00 h match')
  await expect(said).toHaveAttribute('data-empty', 'true')
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('switch', { name: 'Has global CSI' }).uncheck()
  await page.getByRole('switch', { name: 'Has participant CSI' }).uncheck()
  // Two of the site that one in a hundred is of.
  const asked: string[] = []
  page.on('request', request => request.url().includes(pathOf(matchingShards)) && asked.push(request.url()))
  await page.getByLabel('Shard min length').fill('1')
  await site.fill('')
  await site.pressSequentially('rare')
  await expect(said).toHaveText(/^2 shards, 0\.0\d h match \(0\.0\d h train, 0\.00 h eval\)$/)
  await expect(said).not.toHaveAttribute('data-empty')
  expect(new URL(asked.at(-1)!).searchParams.get('site_name')).toBe('rare')

  await page.route(`**${pathOf(getEnv)}`, async route => {
    const env = await (await route.fetch()).json()
    await route.fulfill({ json: { ...env, forwarded_families: ['manuscripts'] } })
  })
  asked.length = 0
  await page.reload()
  await page.getByLabel('Shard min length').fill('2')
  await expect(page.getByRole('button', { name: 'Create project' })).toBeEnabled()
  await expect(said).toHaveCount(0)
  expect(asked).toEqual([])
})
