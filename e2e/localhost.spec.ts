import { createMeeting, enter, watching } from './support/live-meeting'
import { newSignedInState } from './support/sign-in'
import { expect, test } from './support/test'

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
    await expect(page.getByText('The browser refused to connect to the hotword service').first()).toBeVisible(
      {
        timeout: 10_000,
      },
    )
  } finally {
    await context.close()
  }
})
