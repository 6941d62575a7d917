import { fillRoute, type MeetingDetail, routes } from '@livetap/contract'
import type { Page } from '@playwright/test'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'
import { uploadTrainable } from '../support/training/trainable-meeting'

/** One recording serves every picture. */
let meeting: MeetingDetail | undefined

async function uploaded(page: Page): Promise<MeetingDetail> {
  meeting ??= await uploadTrainable(page, test.info().outputPath('sentences.wav'), 4)
  return meeting
}

const openRegion = async (page: Page, query = '') => {
  const { region } = await uploaded(page)
  await page.goto(fillRoute(routes.pastTrain, { client_region: region }) + query)
}

shots('training', {
  go: async page => {
    await openRegion(page, '?order=meeting')
    await expect(page.getByRole('article').first()).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('End')
    await page.keyboard.type(' And more')
    await expect(page.getByText('Not saved; kept in this browser')).toBeVisible()
    await expect(page.getByText('After:').first()).toBeVisible()
  },
})

shots('training-empty', {
  go: async page => {
    await openRegion(page, '?site=nowhere')
    await expect(page.getByText('No utterances')).toBeVisible()
  },
})

shots('trainable-meeting', {
  go: async page => {
    const { id } = await uploaded(page)
    await page.goto(fillRoute(routes.pastTrainable, { trainable_meeting_id: id }))
    await page.locator('[data-hint="Correct this text"]').nth(1).click()
  },
})

shots('trainable-shard', {
  go: async page => {
    const { id } = await uploaded(page)
    await page.goto(fillRoute(routes.pastTrainable, { trainable_meeting_id: id }))
    await page.getByRole('link', { name: / - / }).first().click()
    await expect(page.getByText('ci_uuid')).toBeVisible()
  },
})
