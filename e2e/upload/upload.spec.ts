import { createHash, randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWav } from '@livetap/audio/testing'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { createUpload } from '@livetap/contract/calls/uploads'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { CuttingProxy } from '@livetap/server/testing'
import type { Page } from '@playwright/test'
import type { TestServer } from '../support/server'
import type { SignedInState } from '../support/sign-in'
import { expect, test } from '../support/test'

const CHUNK = 5_767_168
const field = (page: Page, name: string) => page.locator(`#field-${name}`)
const start = (page: Page) => page.locator('button[type=submit]')
const toast = (page: Page, text: string) => page.getByTestId('toast-error').filter({ hasText: text })
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/** A wav header and noise: what arrives is compared byte by byte, no one listens. */
function recording(bytes: number): Buffer {
  const header = writeWav(new Int16Array((bytes - 44) >> 1)).subarray(0, 44)
  return Buffer.concat([header, randomBytes(bytes - 44)])
}

const wav = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer })

async function fill(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]) {
  await page.goto('/?mode=upload_audio')
  await field(page, 'source').fill('phone')
  await field(page, 'audio_files').setInputFiles(files)
  await expect(start(page)).toBeEnabled()
}

/** What the start column says and shows, every change of it, from now on. */
async function watchProgress(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const seen: string[] = []
    Object.assign(window, { seenProgress: seen })
    const note = () => {
      const text = document.querySelector('main [role=status]')?.textContent ?? ''
      const bar = document.querySelector('main [role=progressbar]')?.getAttribute('aria-valuenow') ?? ''
      const line = `${text}|${bar}`
      if (text && seen.at(-1) !== line) seen.push(line)
    }
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    })
  })
  return () => page.evaluate(() => (window as unknown as { seenProgress: string[] }).seenProgress)
}

/** The stored recording of a meeting, as the bytes lie on the server's disk. */
function storedRecording(server: TestServer, meetingId: string): Buffer {
  const folder = join(server.dataDir, 'data', 'storage', 'meetings', meetingId)
  const name = readdirSync(folder).find(one => one.startsWith('recording.'))
  return readFileSync(join(folder, name!))
}

function chunkRequests(page: Page): string[] {
  const ranges: string[] = []
  page.on('request', request => {
    if (request.method() === 'PUT') ranges.push(request.headers()['content-range'] ?? '')
  })
  return ranges
}

/** How long the browser gives each chunk, in milliseconds. */
async function watchTimeouts(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const timeouts: number[] = []
    Object.assign(window, { chunkTimeouts: timeouts })
    const send = XMLHttpRequest.prototype.send
    XMLHttpRequest.prototype.send = function (body) {
      timeouts.push(this.timeout)
      send.call(this, body)
    }
  })
  return () => page.evaluate(() => (window as unknown as { chunkTimeouts: number[] }).chunkTimeouts)
}

test('LAU-07 UPL-02 UPL-04 one file: its texts, its bar, its chunks, and then its meeting opens', async ({
  page,
  server,
}) => {
  const bytes = recording(CHUNK * 2 + 1000)
  await fill(page, [wav('call.wav', bytes)])
  const ranges = chunkRequests(page)
  const progress = await watchProgress(page)
  const timeouts = await watchTimeouts(page)
  const created = page.waitForResponse(answer => answer.url().endsWith(pathOf(createUpload)))
  await start(page).click()
  const session = await created
  const { meeting_id } = (await session.json()) as { meeting_id: string }
  const sent = session.request()
  expect(sent.headers()).toMatchObject({
    'x-recording-size': String(bytes.length),
    'x-recording-type': 'audio/wav',
  })
  expect(sent.postDataJSON()).toMatchObject({
    source: 'phone',
    file_size: bytes.length,
    file_name: 'call.wav',
  })
  await expect.poll(() => ranges.length).toBe(3)
  const seen = await progress()
  // A hundred times the 30 s of any other call.
  expect(await timeouts()).toEqual([3_000_000, 3_000_000, 3_000_000])
  await expect(page).toHaveURL(`/past/${meeting_id}`)
  expect(seen.some(line => line.startsWith('Creating uploading meeting audio endpoint|'))).toBe(true)
  const uploading = seen.filter(line => line.startsWith('Uploading meeting audio|'))
  expect(uploading.length).toBeGreaterThan(0)
  const percents = uploading.map(line => Number(line.split('|')[1]))
  expect(percents.every((percent, at) => percent <= 100 && percent >= (percents[at - 1] ?? 0))).toBe(true)
  expect(ranges).toEqual([
    `bytes 0-${CHUNK - 1}/${bytes.length}`,
    `bytes ${CHUNK}-${CHUNK * 2 - 1}/${bytes.length}`,
    `bytes ${CHUNK * 2}-${bytes.length - 1}/${bytes.length}`,
  ])
  expect(sha256(storedRecording(server, meeting_id))).toBe(sha256(bytes))
})

test('LAU-08 UPL-04 UPL-08 several files are listed with link, name and meeting id, in the order they were sent', async ({
  page,
  server,
}) => {
  const [one, two] = [recording(50_000), recording(60_000)]
  await fill(page, [wav('one.wav', one), wav('two.wav', two)])
  const order: string[] = []
  page.on('request', request => {
    if (request.method() === 'POST' && request.url().endsWith('/upload')) order.push('session')
    if (request.method() === 'PUT') order.push('chunk')
  })
  await start(page).click()
  const list = page.getByRole('region', { name: 'Uploaded meetings' })
  await expect(list.getByRole('link')).toHaveText(['two.wav', 'one.wav'])
  await expect(page).toHaveURL('/?mode=upload_audio')
  expect(order).toEqual(['session', 'chunk', 'session', 'chunk'])
  await expect(page.getByRole('region', { name: 'Files of this upload' })).toContainText('2 of 2 uploaded')
  await expect(page.getByRole('region', { name: 'Files of this upload' }).locator('li')).toHaveCount(0)
  for (const [name, bytes] of [
    ['one.wav', one],
    ['two.wav', two],
  ] as const) {
    const link = list.getByRole('link', { name })
    const path = (await link.getAttribute('href'))!
    expect(path).toMatch(/^\/past\/[0-9a-f]{32}_us$/)
    const id = path.split('/').at(-1)!
    await expect(list.locator('li').filter({ hasText: name })).toContainText(id.slice(0, 8))
    expect(sha256(storedRecording(server, id))).toBe(sha256(bytes))
  }
  await list.getByRole('link', { name: 'one.wav' }).click()
  await expect(page).toHaveURL(/\/past\/[0-9a-f]{32}_us$/)
})

test('LAU-08 each upload is followed to its end, a file that is not audio says so, and a reload keeps the list', async ({
  page,
}) => {
  await fill(page, [
    wav('notes.wav', Buffer.from('not audio '.repeat(100))),
    wav('one.wav', recording(20_000)),
  ])
  await expect(page.getByText(/^\d+ meetings?$/)).toBeVisible()
  await start(page).click()
  const entry = (name: string) => page.getByTestId('uploaded').filter({ hasText: name })
  await expect(entry('one.wav')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByText('Choose at least one file')).toHaveCount(0)
  await expect(entry('notes.wav')).toContainText('This file is not readable audio', { timeout: 60_000 })
  await expect(entry('one.wav')).toContainText('Ready', { timeout: 60_000 })
  await expect(page.getByText('one.wav is ready')).toBeVisible()
  // The table of meetings knows of it without a reload.
  const id = (await entry('one.wav').locator('a[href^="/past/"]').first().getAttribute('href'))!
  await expect(page.getByRole('row').filter({ has: page.locator(`a[href="${id}"]`) })).toContainText('Ready')
  await page.reload()
  await expect(entry('one.wav')).toContainText('Ready')
  await expect(entry('notes.wav').getByRole('button', { name: 'Upload another' })).toBeVisible()
  // What went wrong is read on its statistics, and in the logs.
  const past = await entry('notes.wav').locator('a[href^="/past/"]').first().getAttribute('href')
  const stats = await page.context().newPage()
  await stats.goto(`/past-stats/${past!.split('/')[2]}/${Date.now() - 600_000}`)
  await expect(stats.getByRole('status', { name: 'Verdict' })).toHaveText(
    /^Failed in .+: This file is not readable audio/,
  )
  const known = stats.getByRole('region', { name: 'What is known' })
  await expect(known).toContainText('This file is not readable audio')
  await known.getByRole('link', { name: 'log entries' }).click()
  await expect(stats.getByRole('cell', { name: 'meeting ended: failed' })).toBeVisible()
  // The cause in one step, opened and in focus.
  await stats.getByRole('button', { name: /^\d+ errors?: show/ }).click()
  const cause = stats.getByRole('row').filter({ hasText: 'meeting ended: failed' }).getByRole('button')
  await expect(cause.first()).toBeFocused()
  await expect(cause.first()).toHaveAttribute('aria-expanded', 'true')
  await stats.close()
  await entry('notes.wav').getByRole('button', { name: 'Delete' }).click()
  await expect(entry('notes.wav')).toHaveCount(0)
})

test('UPL-01 a session that cannot be made says so', async ({ page }) => {
  await fill(page, [wav('call.wav', recording(1000))])
  await field(page, 'client_region').fill('mars')
  await start(page).click()
  await expect(toast(page, 'Failed creating meeting upload audio endpoint fetch')).toBeVisible()
  await expect(toast(page, 'Failed start due to: client_region: must be one of us')).toBeVisible()
  await expect(start(page)).toHaveText('START!')
})

test('UPL-05 a refused chunk ends the upload with its text, and the file says why', async ({ page }) => {
  await page.route(`**${pathOf(createUpload)}/*`, route =>
    route.fulfill({
      status: 413,
      contentType: 'application/json',
      body: JSON.stringify({
        message: 'Client Exception',
        errors: [{ description: 'Too much' }],
        trackingId: 'track-123',
      }),
    }),
  )
  await fill(page, [wav('call.wav', recording(1000))])
  await start(page).click()
  await expect(toast(page, 'Failed upload meeting audio')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Files of this upload' })).toContainText('Failed: Too much')
})

test.describe('over a bad network', () => {
  let proxy: CuttingProxy
  test.beforeEach(async ({ server }) => {
    proxy = await CuttingProxy.start(server.origin)
  })
  test.afterEach(() => proxy.stop())

  /** The same session, seen through the proxy: what is kept for the server's own address is kept for the proxy's. */
  async function openBehindProxy(page: Page, signedInState: () => Promise<SignedInState>): Promise<Page> {
    const { origins } = await signedInState()
    const context = await page
      .context()
      .browser()!
      .newContext({
        baseURL: proxy.origin,
        storageState: { cookies: [], origins: origins.map(one => ({ ...one, origin: proxy.origin })) },
      })
    return await context.newPage()
  }

  test('UPL-05 cut three times, the upload goes on from the last stored byte and arrives whole', async ({
    page,
    server,
    signedInState,
  }) => {
    const bytes = recording(CHUNK * 3 + 12_345)
    const behind = await openBehindProxy(page, signedInState)
    await fill(behind, [wav('long.wav', bytes)])
    const ranges = chunkRequests(behind)
    // A browser tries a broken request once more by itself, so every cut has a second one shortly behind it.
    proxy.cutAfter(CHUNK + 2_000_000, 200_000, 1_500_000, 200_000, CHUNK, 200_000)
    await start(behind).click()
    await expect(behind).toHaveURL(/\/past\//, { timeout: 120_000 })
    const id = new URL(behind.url()).pathname.split('/').at(-1)!
    expect(proxy.cuts).toBe(6)
    expect(sha256(storedRecording(server, id))).toBe(sha256(bytes))
    expect(ranges).toContain(`bytes */${bytes.length}`)
    const starts = ranges.flatMap(range => /^bytes (\d+)-/.exec(range)?.[1] ?? []).map(Number)
    // Never from the beginning again: after a cut it goes on inside the chunk that broke.
    expect(starts.filter(at => at === 0)).toHaveLength(1)
    expect(starts.some(at => at % CHUNK !== 0)).toBe(true)
    expect(proxy.passed).toBeLessThan(bytes.length + 6 * CHUNK)
    await behind.context().close()
  })

  test('an upload is paused, resumed and cancelled; cancelling leaves nothing behind', async ({
    page,
    signedInState,
  }) => {
    const behind = await openBehindProxy(page, signedInState)
    const bytes = recording(CHUNK * 2)
    await fill(behind, [wav('slow.wav', bytes)])
    proxy.rate = 3_000_000
    const sessions = behind.waitForResponse(answer => answer.url().endsWith(pathOf(createUpload)))
    await start(behind).click()
    const { meeting_id } = (await (await sessions).json()) as { meeting_id: string }
    const files = behind.getByRole('region', { name: 'Files of this upload' })
    await expect(files).toContainText('Uploading')
    await behind.getByRole('button', { name: 'Pause' }).click()
    await expect(files).toContainText('Paused')
    await behind.getByRole('button', { name: 'Resume' }).click()
    await expect(files).toContainText('Uploading')
    const deleted = behind.waitForResponse(
      answer =>
        answer.request().method() === 'DELETE' &&
        answer.url().endsWith(pathOf(deleteMeeting, { id: meeting_id })),
    )
    await behind.getByRole('button', { name: 'Cancel' }).click()
    expect((await deleted).status()).toBe(204)
    await expect(start(behind)).toHaveText('START!')
    await behind.context().close()
  })

  test('UPL-05 after the tab was closed the same file goes on where it stopped', async ({
    page,
    server,
    signedInState,
  }, info) => {
    const behind = await openBehindProxy(page, signedInState)
    const bytes = recording(CHUNK * 3)
    const path = info.outputPath('closed.wav')
    writeFileSync(path, bytes)
    const choose = async (tab: Page) => {
      await tab.goto('/?mode=upload_audio')
      await field(tab, 'source').fill('phone')
      await field(tab, 'audio_files').setInputFiles(path)
    }
    await choose(behind)
    proxy.rate = 6_000_000
    const first = behind.waitForResponse(answer => answer.url().endsWith(pathOf(createUpload)))
    const stored = behind.waitForResponse(
      answer => answer.request().method() === 'PUT' && answer.status() === 308,
    )
    await start(behind).click()
    const { meeting_id } = (await (await first).json()) as { meeting_id: string }
    await stored
    await behind.close()
    proxy.rate = Number.POSITIVE_INFINITY
    const again = await behind.context().newPage()
    await choose(again)
    const ranges = chunkRequests(again)
    await start(again).click()
    await expect(again).toHaveURL(`/past/${meeting_id}`)
    expect(ranges[0]).toBe(`bytes */${bytes.length}`)
    expect(Number(/^bytes (\d+)-/.exec(ranges[1]!)![1])).toBeGreaterThanOrEqual(CHUNK)
    expect(sha256(storedRecording(server, meeting_id))).toBe(sha256(bytes))
    await again.context().close()
  })
})
