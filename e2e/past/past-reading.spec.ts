import { liveTranscript } from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { axeFindings } from '../support/browser/axe'
import { keepToasts } from '../support/browser/kept-toasts'
import { spoken } from '../support/past/past-meetings'
import { expect, isPaused, leaveList, openReady, positionMs, rows, test } from '../support/past/past-test'

/** The lines of the talk as the call itself recognised them: the same moments in rougher words. */
const roughly = (text: string) => text.split(' ').slice(1).join(' ')
const provisional = spoken.map(({ start_millis, end_millis, csis, alternatives }, at) => ({
  id: `live-${at}`,
  transcript: { text: roughly(alternatives[0]!.transcript), start_millis, end_millis, csis },
}))

async function answerProvisional(page: Page): Promise<{ release: () => void }> {
  let isReady = false
  await page.clock.install()
  await page.route('**/talk/transcript?**', route =>
    isReady
      ? route.continue()
      : route.fulfill({
          status: 409,
          json: { message: 'Client Exception', errors: [{ description: 'Meeting is not yet ready' }] },
        }),
  )
  await page.route(`**${pathOf(liveTranscript, { id: 'talk' })}`, route =>
    route.fulfill({ json: { results: provisional, seq: 1 } }),
  )
  return {
    release: () => {
      isReady = true
    },
  }
}

test('PAS-03 the lines of the call are read until the final text takes their place, where the reader is', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 520 })
  const final = await answerProvisional(page)
  await page.goto('/past/talk')
  const list = page.getByTestId('transcript-list')
  const notice = page.getByRole('region', { name: 'Provisional text' })
  await expect(notice).toContainText('Provisional text; the final text is being made.')
  await expect(rows(page).first()).toContainText(roughly(spoken[0]!.alternatives[0]!.transcript))
  await expect(rows(page).first().getByText('provisional', { exact: true })).toBeVisible()
  // Nothing of it can be changed.
  await rows(page).first().hover()
  await expect(list.getByRole('toolbar', { name: 'Actions' })).toHaveCount(0)
  await page.locator('body').press('e')
  await expect(list.getByRole('textbox')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Replace what was found' })).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])

  await list.evaluate(element => element.scrollTo({ top: 200 }))
  const topLine = () =>
    list.evaluate(element => {
      const { top } = element.getBoundingClientRect()
      const row = [...element.querySelectorAll('li')].find(
        one => one.getBoundingClientRect().bottom > top + 1,
      )!
      return { at: Number(row.getAttribute('aria-posinset')), id: row.dataset.utterance! }
    })
  await expect.poll(async () => (await topLine()).at).toBeGreaterThan(1)
  const before = await topLine()
  expect(before.id).toBe(`live-${before.at - 1}`)
  final.release()
  await expect(async () => {
    await page.clock.fastForward(5100)
    await expect(notice).toHaveCount(0, { timeout: 1000 })
  }).toPass({ timeout: 30_000 })
  const after = await topLine()
  expect(after).toEqual({ at: before.at, id: `talk-u${before.at - 1}` })
})

test('PAS-12 of a meeting without a picture no video is asked for, and nothing is said of one', async ({
  page,
}) => {
  await keepToasts(page)
  await page.clock.install()
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname))
  await page.goto('/past/silent')
  await expect(page.getByText('No Transcripts found for this meeting')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled({ timeout: 60_000 })
  await page.clock.fastForward(6000)
  await page.getByRole('tab', { name: /Highlights/ }).click()
  await expect(page.getByText('No Highlights found for this meeting')).toBeVisible()
  expect(asked.filter(path => path.endsWith('/video'))).toEqual([])
  await expect(page.getByText('Video was not found')).toHaveCount(0)
})

test('a highlighted line is marked with the label; the list of highlights leads with label and speaker', async ({
  page,
}) => {
  await openReady(page, 'talk')
  const marked = page
    .getByTestId('transcript-list')
    .getByRole('listitem')
    .filter({
      has: page.getByTestId('highlight-mark'),
    })
  await expect(marked).toHaveCount(2)
  await expect(marked.first().getByTestId('highlight-mark')).toHaveText('Highlighted: Action item')
  await expect(marked.first()).toContainText('and so my fellow americans')
  await page.getByRole('tab', { name: /Highlights/ }).click()
  const row = page.getByTestId('highlight-list').getByRole('listitem').first()
  await expect(row.locator('p').first()).toHaveText('Action itemSpeaker 2')
})

test('what appears under the mouse makes no row higher, however wide the list is', async ({ page }) => {
  await openReady(page, 'talk')
  for (const width of [1800, 1440, 1100, 900, 600, 360]) {
    await page.setViewportSize({ width, height: 800 })
    await leaveList(page)
    await expect(page.getByRole('button', { name: 'Copy link to this moment' }).first()).toBeAttached()
    for (const at of [1, 2]) {
      const row = rows(page).nth(at)
      const before = await row.boundingBox()
      await row.hover({ position: { x: 60, y: 12 } })
      await expect(row.getByRole('toolbar', { name: 'Actions' })).toBeVisible()
      expect((await row.boundingBox())?.height, `row ${at} at ${width}`).toBe(before!.height)
    }
  }
})

test('PAS-12 below 1,410 pixels the picture is beside the text, 320 wide; on a phone the text has half of the window', async ({
  page,
}) => {
  await openReady(page, 'talk')
  const video = page.getByTestId('video')
  await expect(video).toBeVisible()
  const list = page.getByTestId('transcript-list')
  for (const width of [1409, 1100, 900]) {
    await page.setViewportSize({ width, height: 800 })
    await expect.poll(async () => Math.round((await video.boundingBox())!.width)).toBe(320)
    const picture = (await video.boundingBox())!
    const text = (await list.boundingBox())!
    expect(Math.round(picture.height)).toBe(180)
    expect(picture.x).toBeGreaterThanOrEqual(text.x + text.width)
    expect(picture.y).toBeLessThan(text.y + 40)
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await expect.poll(async () => (await video.boundingBox())!.width).toBeLessThan(200)
  // What is above scrolls away, but for one row.
  await list.evaluate(element => element.scrollIntoView({ block: 'end' }))
  expect((await list.boundingBox())!.height).toBeGreaterThanOrEqual(370)
  await expect(list).toBeInViewport({ ratio: 0.9 })
  await expect(page.getByRole('tab', { name: /Transcripts/ })).toBeInViewport()
})

test('of one speaker the lines are shown alone while the sound plays on; the next turn is one click away', async ({
  page,
}) => {
  await openReady(page, 'talk')
  await page.getByRole('button', { name: 'Speakers and talk time' }).focus()
  await page.keyboard.press('Enter')
  const times = page.getByRole('list', { name: 'Talk time' })
  const second = times.getByRole('listitem').filter({ hasText: 'Speaker 2' })
  await expect(second).toHaveText(/^Speaker 200:00:\d\d · \d+ % · \d+ turns/)
  const bar = second.locator('[aria-hidden] > span')
  expect(await bar.evaluate(one => getComputedStyle(one).backgroundColor)).not.toBe('rgba(0, 0, 0, 0)')
  expect((await bar.boundingBox())!.width).toBeGreaterThan(200)
  expect(await axeFindings(page)).toEqual([])
  await second.getByRole('button', { name: 'Next turn of Speaker 2' }).click()
  const turns = spoken.filter(({ csis }) => csis[0] === 2)
  await expect.poll(() => positionMs(page)).toBeCloseTo(turns[0]!.start_millis, -1)
  await second.getByRole('button', { name: 'Show only Speaker 2' }).click()
  await page.keyboard.press('Escape')
  await expect(rows(page)).toHaveCount(turns.length)
  await expect(page.getByText(`Only Speaker 2: ${turns.length} of ${spoken.length} lines`)).toBeVisible()
  await page.getByRole('button', { name: 'Next turn of Speaker 2' }).click()
  await expect.poll(() => positionMs(page)).toBeGreaterThan(turns[0]!.end_millis)
  // The others are heard, not shown.
  const other = spoken.find(({ csis, start_millis }) => csis[0] === 1 && start_millis > 0)!
  await page.evaluate(at => {
    ;(window as unknown as { probe: HTMLAudioElement }).probe.currentTime = at
  }, other.start_millis / 1000)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(() => positionMs(page)).toBeGreaterThan(other.start_millis + 300)
  expect(await isPaused(page)).toBe(false)
  await expect(rows(page)).toHaveCount(turns.length)
  // What is left out and found is shown: with it, all are.
  await page.getByLabel('Search in the transcript').fill('ill disposed')
  await expect(page.locator('[data-found="current"]').first()).toBeVisible()
  await expect(page.getByText(/^Only Speaker 2/)).toHaveCount(0)
})

test('the name of the speaker stays while a line is edited', async ({ page }) => {
  await openReady(page, 'edit')
  const row = rows(page).nth(2)
  await row.hover()
  await row.getByRole('button', { name: 'Correct the text' }).click()
  await expect(row.getByRole('textbox')).toBeVisible()
  await expect(row.getByText('Speaker 1:')).toBeVisible()
})
