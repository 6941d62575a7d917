import { join } from 'node:path'
import { fillRoute, type MeetingDetail, routes, texts } from '@livetap/contract'
import { connectToCluster } from '@livetap/server/testing'
import type { Page } from '@playwright/test'
import { test as base, expect } from '../test'
import { uploadTrainable } from './trainable-meeting'

const SENTENCES = 3

interface ReleasedMeeting extends MeetingDetail {
  /** Its shards, which are all of its region. */
  count: number
  /** The address of its region's shards. */
  regionPath: string
}

/** Gives each test the same meeting, processed once, with its shards as they were cut. */
export const test = base.extend<{ released: ReleasedMeeting }, { processed: MeetingDetail }>({
  processed: [
    async ({ browser, server, signedInState }, use, info) => {
      const context = await browser.newContext({
        baseURL: server.origin,
        storageState: await signedInState(),
      })
      const path = join(server.dataDir, `sentences-${info.workerIndex}.wav`)
      const meeting = await uploadTrainable(await context.newPage(), path, SENTENCES)
      await context.close()
      await use(meeting)
    },
    { scope: 'worker', timeout: 360_000 },
  ],

  released: async ({ server, processed }, use) => {
    const client = await connectToCluster(join(server.dataDir, 'data'))
    await client.query('delete from shard_edit where meeting_id = $1', [processed.id])
    const { rowCount } = await client.query(
      `update shard set version = 0, human_text = null, human_by = null, human_at = null, human_source = null,
         unusable_reason = null, unusable_by = null, unusable_at = null where meeting_id = $1`,
      [processed.id],
    )
    await client.end()
    const regionPath = fillRoute(routes.pastTrain, { client_region: processed.region })
    await use({ ...processed, count: rowCount ?? 0, regionPath })
  },
})

export { expect }

export const shardCard = (page: Page, number: number) =>
  page.getByRole('article', { name: `Utterance ${number}`, exact: true })

export const field = (page: Page, number: number) => shardCard(page, number).getByRole('textbox')

/** On the list of a region: writes another text and saves it. Answers the text before. */
export async function correct(page: Page, number: number, text: string): Promise<string> {
  await expect(field(page, number)).not.toHaveValue('')
  const before = await field(page, number).inputValue()
  await field(page, number).fill(text)
  await shardCard(page, number).getByRole('button', { name: texts.train.save, exact: true }).click()
  await expect(shardCard(page, number).getByText('Saved', { exact: true })).toBeVisible()
  return before
}
