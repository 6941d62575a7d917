import { listConferences, scheduleConference } from '@livetap/contract/calls/conferencing'
import { getEnv } from '@livetap/contract/calls/env'
import { createMeeting, dropMeeting } from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import type { Page } from '@playwright/test'
import { shots } from '../support/shots'
import { expect } from '../support/test'

const titles = [
  'Quarterly planning of the platform team, with everybody who is on call',
  'Stand-up',
  'Interview',
  'Retrospective',
]

/** A call of the signed-in user, from the page itself. */
const call = (page: Page, method: string, path: string, body?: object) =>
  page.evaluate(
    async ([callMethod, address, content]) => {
      const { token } = JSON.parse(localStorage.getItem('livetap.token')!)
      const headers = {
        authorization: `Bearer ${token.access_token}`,
        ...(content && { 'content-type': 'application/json' }),
      }
      const answer = await fetch(address!, {
        method: callMethod!,
        headers,
        body: content,
      })
      return (await answer.json()) as {
        id: string
        default_client_region: string
        items: { id: string; meetingNumber: string }[]
      }
    },
    [method, path, body && JSON.stringify(body)],
  )

/** Meetings that run, that have ended and that are scheduled; once for all pictures of a server. */
async function meetings(page: Page): Promise<{ number: string; webexId: string }> {
  await page.goto('/user/live/meetings')
  await expect(page.getByRole('heading', { name: 'Scheduled' })).toBeVisible()
  const state = async () => (await call(page, 'GET', pathOf(listConferences, {}, { state: 'ended' }))).items
  if ((await state()).length === 0) {
    const env = await call(page, 'GET', pathOf(getEnv))
    const client_region = env.default_client_region
    for (const [at, title] of [...titles, ...titles].entries()) {
      const { id } = await call(page, 'POST', pathOf(createMeeting, {}, { client_region }), {
        title,
        start_at_utc: new Date().toISOString(),
      })
      if (at >= titles.length) await call(page, 'POST', pathOf(dropMeeting, { id }))
    }
    for (const title of titles.slice(0, 2))
      await call(page, 'POST', pathOf(scheduleConference), {
        title,
        start: new Date(Date.now() + 3_600_000).toISOString(),
        end: new Date(Date.now() + 7_200_000).toISOString(),
      })
  }
  const [ended] = await state()
  return { number: ended!.meetingNumber, webexId: ended!.id }
}

shots('user-live', {
  go: async page => {
    await meetings(page)
    await page.reload()
    await expect(page.getByRole('link', { name: /^Livetap page/ }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: /^Open / }).first()).toBeVisible()
  },
})

shots('user-past', {
  go: async page => {
    await meetings(page)
    await page.goto('/user/past/meetings')
    await expect(page.getByRole('link', { name: /^Livetap page/ }).first()).toBeVisible()
  },
})

shots('webex-meeting', {
  go: async page => {
    const { webexId } = await meetings(page)
    await page.goto(`/webex_meeting/${webexId}`)
    await expect(page.getByRole('link', { name: /^Livetap page/ })).toBeVisible()
  },
})

shots('filtered-meetings', {
  go: async page => {
    const { number } = await meetings(page)
    await page.goto(`/meetings/${number}`)
    await expect(page.getByRole('link', { name: /^Livetap of/ })).toBeVisible()
  },
})

shots('user-past-empty', {
  go: async page => {
    await page.goto('/user/past/meetings/1000/2000')
    await expect(page.getByText('User past meetings were not found.')).toBeVisible()
  },
})
