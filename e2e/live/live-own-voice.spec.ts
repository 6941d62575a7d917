import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadRecording, silence } from '@livetap/speech/testing'
import { seriousFindings } from '../support/browser/axe'
import { createMeeting, enter, rows } from '../support/live/live-meeting'
import { expect, test } from '../support/live/speaking'
import { TestServer } from '../support/server'
import { newSignedInState } from '../support/sign-in'

test.describe.configure({ timeout: 120_000 })

/** Stands in for a LibreTranslate server: every text comes back with its new language in front. */
async function startTranslator(): Promise<{ url: string; stop: () => Promise<void> }> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    response.setHeader('content-type', 'application/json')
    if (request.url?.endsWith('/languages')) {
      response.end(JSON.stringify([{ code: 'en' }, { code: 'es' }]))
      return
    }
    const { q, target } = JSON.parse(Buffer.concat(chunks).toString()) as { q: string; target: string }
    response.end(JSON.stringify({ translatedText: `${target}: ${q}` }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test('LIV-05 in a narrow window the main view says why the microphone does not work, and tries again', async ({
  speak,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState())
  const page = await speak([], { allowed: false, viewport: { width: 600, height: 740 } })
  await page.goto(`/live/${meetingId}`)
  // The toasts say it too, and go.
  const retry = page.getByRole('button', { name: 'Try again' })
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'Your microphone permission is denied' })
    .filter({ has: retry })
  await expect(alert).toBeVisible({ timeout: 60_000 })
  expect(await seriousFindings(page)).toEqual([])
  await expect(page.getByText('Failed local recorder init')).toHaveCount(0, { timeout: 30_000 })
  await retry.click()
  await expect(page.getByText('Failed local recorder init')).toBeVisible()
  await expect(alert).toBeVisible()
  await page.setViewportSize({ width: 1000, height: 740 })
  await expect(alert).toHaveCount(0)
  await expect(page.getByTestId('microphone')).toContainText('Your microphone permission is denied')
})

test('LIV-15 the proposed CSI translates what one says here', async ({ speak, browser }) => {
  test.setTimeout(300_000)
  const translator = await startTranslator()
  const server = await TestServer.start({ env: { LIVETAP_TRANSLATE_URL: translator.url } })
  try {
    const { origin } = server
    const storage = await newSignedInState(browser, origin)
    const meetingId = await createMeeting(origin, storage)
    // Long enough for any machine to have the form sent before the last sentence.
    const sentence = loadRecording('jfk')
    const page = await speak([silence(5), ...Array.from({ length: 6 }, () => sentence)], { origin, storage })
    await enter(page, meetingId)
    await page.getByRole('button', { name: 'Translate (TTS)' }).click()
    await expect(page.getByRole('textbox', { name: 'Attendee CSI' })).toHaveValue('1')
    await expect(page.getByText('your CSI becomes 1 when you apply a language')).toBeVisible()
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: /\(es\)$/ }).click()
    await page.getByRole('button', { name: 'Apply' }).click()
    await expect(page.getByRole('button', { name: 'Apply' })).toHaveCount(0)
    await expect(
      rows(page)
        .filter({ hasText: /es: .*country/ })
        .first(),
    ).toBeVisible({ timeout: 150_000 })
    await expect(page.getByTestId('participant')).toContainText('CSI 1')
  } finally {
    await server.stop()
    await translator.stop()
  }
})
