import { writeWav } from '@livetap/audio/testing'
import { getOverview } from '@livetap/contract/calls/overview'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { shots } from '../support/shots'
import { expect } from '../support/test'

shots('login', {
  signedIn: false,
  go: async page => {
    await page.goto('/past/8f1c2d3e-4b5a-6978-8a9b-0c1d2e3f4a5b')
    await expect(page.getByRole('button', { name: 'Login with single sign-on' })).toBeVisible()
  },
})

shots('login-failed', {
  again: true,
  signedIn: false,
  go: async page => {
    await page.goto('/?code=made-up&state=made-up')
    await page.getByText("Can't fetch token based on ?code=...").hover()
  },
})

shots('startup-failed', {
  again: true,
  go: async page => {
    await page.route('**/Users/me', route =>
      route.fulfill({
        status: 503,
        json: {
          message: 'Server Exception',
          errors: [{ description: 'The directory does not answer' }],
          trackingId: 'LT-01J9Z8W4C2',
        },
      }),
    )
    await page.goto('/')
    await page.getByTestId('toast-error').hover()
  },
})

shots('waiting', {
  go: async page => {
    await page.route('**/Users/me', () => {})
    await page.goto('/')
    await expect(page.getByText('Waiting for user identity...')).toBeVisible()
  },
})

shots('not-found', {
  go: async page => {
    await page.goto('/nothing/here')
    await expect(page.getByText('Page not found').first()).toBeVisible()
  },
})

shots('keys', {
  go: async page => {
    await page.goto('/nothing/here')
    await expect(page.getByText('Page not found').first()).toBeVisible()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

shots('launcher', {
  go: async page => {
    await page.goto('/')
    await expect(page.locator('main[data-screen="launcher"]')).toBeVisible()
    await expect(page.getByText('START!')).toBeVisible()
  },
})

shots('insecure', {
  signedIn: false,
  go: async page => {
    await page.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { get: () => false }))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'This address is not secure' })).toBeVisible()
  },
})

shots('launcher-meetings', {
  go: async page => {
    const titles = ['Weekly planning', 'Budget, second round', 'Interview with the museum', 'Site visit']
    const meetings = titles.map((title, at) => ({
      id: `0c1d2e3f4a5b6978${at}_local`,
      title,
      host: 'ann@example.org',
      site: 'site',
      number: '',
      region: 'local',
      source: 'upload',
      status: ['CallStarted', 'processing', 'CallEnded', 'failed'][at],
      ...(at === 1 ? { stage: 'recognition', stage_number: 5, stage_count: 10 } : { stage: '' }),
      progress: 0.42,
      error: null,
      start: new Date(Date.now() - at * 26 * 3_600_000).toISOString(),
      duration: at === 0 ? null : 2_345_000 * at,
      speakers: at + 1,
    }))
    await page.route(/\/web\/meetings\?/, route => route.fulfill({ json: { meetings } }))
    await page.goto('/?mode=open_meeting')
    await expect(page.getByRole('link', { name: 'Weekly planning' })).toBeVisible()
  },
})

shots('launcher-local-audio', {
  go: async page => {
    await page.goto('/?mode=open_local_meeting')
    await page
      .locator('#field-local_audio_file')
      .setInputFiles([{ name: 'interview.flac', mimeType: 'audio/flac', buffer: Buffer.from('fLaC') }])
    await expect(page.getByRole('button', { name: 'Open the audio alone' })).toBeVisible()
  },
})

shots('launcher-uploads', {
  go: async page => {
    const wav = (name: string, buffer: Buffer) => ({ name, mimeType: 'audio/wav', buffer })
    await page.goto('/?mode=upload_audio')
    await page.locator('#field-source').fill('phone')
    await page
      .locator('#field-audio_files')
      .setInputFiles([
        wav('notes of the meeting.wav', Buffer.from('not audio '.repeat(100))),
        wav('interview.wav', Buffer.from(writeWav(loadRecording('jfk')))),
      ])
    await page.locator('button[type=submit]').click()
    const uploaded = page.getByTestId('uploaded')
    await expect(uploaded.filter({ hasText: 'notes' })).toContainText('not readable audio', {
      timeout: 60_000,
    })
    await expect(uploaded.filter({ hasText: 'interview' })).toContainText('Ready', { timeout: 60_000 })
  },
})

const counted = (page: Page) =>
  page.route(`**${pathOf(getOverview)}`, route =>
    route.fulfill({
      json: { live: 2, transcribing: 3, failed_today: 1, errors_today: 12, draining: ['livetap-worker-2'] },
    }),
  )

shots('rail-pinned', {
  go: async page => {
    await counted(page)
    await page.addInitScript(() => localStorage.setItem('livetap.rail.pinned', 'true'))
    await page.goto('/logs')
    await expect(page.getByText('livetap-worker-2')).toBeVisible()
  },
})

shots('rail-open', {
  again: true,
  go: async page => {
    await counted(page)
    await page.goto('/system')
    await expect(page.getByText('livetap-worker-2')).toBeVisible()
    const rail = page.getByRole('navigation', { name: 'Screens' })
    await rail.getByRole('button', { name: /^(Labels|More)$/ }).click()
  },
})

shots('jump', {
  go: async page => {
    await page.goto('/nothing/here')
    await expect(page.getByText('Page not found').first()).toBeVisible()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Jump to' }).fill('meeting')
    await expect(page.getByRole('option').first()).toBeVisible()
    await expect(page.getByText('Arrows choose, Enter opens.')).toBeVisible()
  },
})
