import { loadRecording, recordingFile } from '@livetap/speech/testing'
import { createMeeting, enter, rows, watching } from './support/live/live-meeting'
import { expect, test } from './support/live/speaking'
import { understood } from './support/live/spoken-text'
import { newSignedInState } from './support/sign-in'

test('LIV-05 the loopback names are one place: a meeting is entered under localhost, and a refused socket is an error', async ({
  browser,
  server,
}) => {
  const origin = server.origin.replace('127.0.0.1', 'localhost')
  const storageState = await newSignedInState(browser, origin)
  const meetingId = await createMeeting(server.origin, storageState)
  const context = await browser.newContext({ baseURL: origin, storageState })
  try {
    const page = await context.newPage()
    await enter(page, meetingId, watching)
    expect(new URL(page.url()).hostname).toBe('localhost')

    // An address that the page's policy forbids, as an old answer could hold it.
    await page.route('**/live_addr*', async route => {
      const response = await route.fetch()
      const { live_addr } = (await response.json()) as { live_addr: string }
      await route.fulfill({ response, json: { live_addr: live_addr.replace('localhost', '127.0.0.1') } })
    })
    await page.reload()
    await expect(
      page.getByText('The browser refused to connect to the hotword service').first(),
    ).toBeVisible()
  } finally {
    await context.close()
  }
})

test('ASR-01 UPL-04 PAS-13 under localhost Live ASR reads the microphone, a listener speaks too, and an uploaded file is recognised and replayed', async ({
  browser,
  server,
  speak,
}) => {
  test.setTimeout(240_000)
  const origin = server.origin.replace('127.0.0.1', 'localhost')
  const storage = await newSignedInState(browser, origin)
  // Said over and over: a page that opens the microphone late still hears it whole.
  const said = Array.from({ length: 6 }, () => loadRecording('austen-0880'))
  const page = await speak(said, { origin, storage })
  await page.goto('/live_asr')
  await expect(page.getByTestId('asr-row').last()).toContainText(understood.austen0880, { timeout: 120_000 })

  // Pages of their own: leaving the first one asks about its transcript.
  const context = page.context()
  const live = await context.newPage()
  await page.close()
  await enter(live, await createMeeting(server.origin, storage), watching)
  await live.getByRole('button', { name: 'Speak too' }).click()
  const microphone = live.getByTestId('microphone')
  await expect(microphone).toContainText('Nothing is sent yet')
  await expect(microphone.getByRole('combobox', { name: 'Input' })).not.toHaveValue('')
  await live.getByRole('button', { name: 'Start speaking' }).click()
  await expect(microphone).toHaveAttribute('data-state', 'recording')
  await expect(rows(live).filter({ hasText: understood.austen0880 }).first()).toBeVisible({
    timeout: 120_000,
  })

  const upload = await context.newPage()
  await live.close()
  await upload.goto('/?mode=upload_audio')
  await upload.locator('#field-source').fill('phone')
  await upload.locator('#field-audio_files').setInputFiles(recordingFile('austen-0880'))
  await upload.locator('button[type=submit]').click()
  await expect(upload).toHaveURL(/^http:\/\/localhost:\d+\/past\//, { timeout: 60_000 })
  await expect(upload.getByTestId('transcript-list')).toContainText('young man', { timeout: 120_000 })
  await upload.getByRole('button', { name: 'Play', exact: true }).click({ timeout: 60_000 })
  await expect(upload.getByTestId('elapsed')).not.toHaveText(/00:00\.000$/)
})
