import { liveTranscript } from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { seed, spoken, spokenMedia, spokenMs } from '../support/past/past-meetings'
import { highlights } from '../support/past/past-test'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'

test.beforeAll(async ({ server }) => {
  const media = spokenMedia()
  await seed(server, [
    {
      id: 'shots-talk',
      title: 'Two readers',
      durationMs: spokenMs,
      utterances: spoken,
      highlights,
      ...media,
    },
    { id: 'shots-silent', title: 'Silence', durationMs: spokenMs, audio: media.audio },
    { id: 'shots-new', title: 'Just uploaded', status: 'processing', stage: 'recognise', progress: 42 },
    {
      id: 'shots-broken',
      title: 'Broken',
      status: 'failed',
      stage: 'decode',
      error: 'The file holds no audio',
    },
  ])
})

async function open(page: Page, id: string, query = ''): Promise<void> {
  await page.goto(`/past/${id}${query}`)
}

async function ready(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled()
}

shots('past-loading', {
  go: async page => {
    await page.route('**/transcript?**', () => {})
    await open(page, 'shots-talk')
    await expect(page.getByText('Fetching transcripts...')).toBeVisible()
  },
})

shots('past-processing', {
  go: async page => {
    await open(page, 'shots-new')
    await expect(page.getByTestId('processing')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to start' })).toBeVisible()
  },
})

shots('past-deleted', {
  go: async page => {
    const deletion = { deleted_at: '2026-03-02T10:00:00Z', reason: 'user', deleted_by: 'ann@example.org' }
    await page.route('**/shots-gone/deletion', route => route.fulfill({ json: deletion }))
    await open(page, 'shots-gone')
    await expect(page.getByText('This meeting was deleted')).toBeVisible()
  },
})

shots('past-provisional', {
  go: async page => {
    await page.route(`**${pathOf(liveTranscript, { id: 'shots-new' })}`, route =>
      route.fulfill({
        json: {
          seq: 1,
          results: spoken.map(({ id, start_millis, end_millis, csis, alternatives }) => ({
            id,
            transcript: { text: alternatives[0]!.transcript, start_millis, end_millis, csis },
          })),
        },
      }),
    )
    await open(page, 'shots-new')
    await expect(page.getByTestId('provisional')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to start' })).toBeVisible()
  },
})

shots('past-talk-times', {
  go: async page => {
    await open(page, 'shots-talk', '?t=9.3')
    await ready(page)
    const speakers = page.getByRole('button', { name: 'Speakers and talk time' })
    await speakers.click()
    await page.getByRole('button', { name: 'Show only Speaker 2' }).click()
    await expect(page.getByText(/^Only Speaker 2/)).toBeVisible()
  },
})

shots('past-playing', {
  go: async page => {
    await open(page, 'shots-talk', '?t=9.3')
    await ready(page)
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await expect(page.locator('[data-playing="current"]')).toBeVisible()
  },
})

shots('past-searching', {
  go: async page => {
    await open(page, 'shots-talk', '?t=9.3')
    await ready(page)
    await page.getByLabel('Search in the transcript').fill('ask not')
    await expect(page.getByTestId('search-count')).toHaveText('1 / 3')
  },
})

shots('past-editing', {
  go: async page => {
    await open(page, 'shots-talk', '?t=20')
    await ready(page)
    await page.keyboard.press('e')
    await expect(page.getByRole('textbox', { name: /^Text from/ })).toBeVisible()
  },
})

shots('past-video', {
  go: async page => {
    await open(page, 'shots-talk', '?t=9.3')
    await expect(page.getByTestId('video')).toBeVisible()
    await page.getByText('Video successfully fetched').waitFor({ state: 'hidden' })
  },
})

shots('past-highlights', {
  go: async page => {
    await open(page, 'shots-talk')
    await ready(page)
    await page.getByRole('tab', { name: /Highlights/ }).click()
  },
})

shots('past-empty', {
  go: async page => {
    await open(page, 'shots-silent')
    await ready(page)
  },
})

shots('past-failed', {
  go: async page => {
    await open(page, 'shots-broken')
    await expect(page.getByRole('button', { name: 'Copy report for support' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Back to start' })).toBeVisible()
  },
})

shots('past-local', {
  go: async page => {
    await page.goto('/past-local')
    await expect(page.getByRole('button', { name: 'Upload files' })).toBeVisible()
  },
})
