import { join } from 'node:path'
import { fillRoute, routes, texts } from '@livetap/contract'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { connectToCluster } from '@livetap/server/testing'
import type { Locator } from '@playwright/test'
import { axeFindings, seriousFindings } from '../support/browser/axe'
import { keepToasts } from '../support/browser/kept-toasts'
import { bearerOf } from '../support/live/live-meeting'
import { expect, test } from '../support/test'
import { fillShards } from '../support/training/fill-shards'
import { field, shardCard } from '../support/training/released-meeting'

test.use({ serverFor: 'training' })

test('TRN-10 a long list goes on while it is scrolled, to its last shard', async ({ page, server }) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'long', 150)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'long' }))
  const list = page.getByRole('region', { name: 'Utterances' })
  await expect(shardCard(page, 1)).toBeVisible()
  await expect(async () => {
    await list.evaluate(view => view.scrollTo(0, view.scrollHeight))
    await expect(shardCard(page, 150)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(list).toContainText('150 in all')
})

test('TRN-01 an emptied text is left by Restore or Esc, which bring the saved one back, while Save and Cancel stay disabled', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'emptied', 2)
  await client.end()
  await keepToasts(page)
  const emptied = async (within: Locator) => {
    for (const name of [texts.train.save, texts.train.cancel])
      await expect(within.getByRole('button', { name, exact: true })).toBeDisabled()
    await expect(within).toContainText(texts.train.emptyText)
  }
  const restore = (within: Locator) => within.getByRole('button', { name: texts.train.restore, exact: true })
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'emptied' }))
  const text = await field(page, 1).inputValue()
  expect(text).not.toBe('')
  await expect(restore(shardCard(page, 1))).toHaveCount(0)

  // By keyboard alone.
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toBeFocused()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('Delete')
  await emptied(shardCard(page, 1))
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(field(page, 1)).toHaveValue(text)
  await expect(field(page, 1)).not.toBeFocused()
  await expect(restore(shardCard(page, 1))).toHaveCount(0)
  // A text that is not empty is left as it is.
  await page.keyboard.press('Enter')
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Escape')
  await expect(field(page, 1)).toHaveValue(`${text} and more`)
  await shardCard(page, 1).getByRole('button', { name: texts.train.cancel, exact: true }).press('Enter')
  await expect(field(page, 1)).toHaveValue(text)
  await field(page, 1).focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press(' ')
  await emptied(shardCard(page, 1))
  await page.keyboard.press('Tab')
  await expect(restore(shardCard(page, 1))).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(field(page, 1)).toHaveValue(text)
  await expect(field(page, 1)).toBeFocused()

  // By mouse, and after a reload that kept the emptied draft.
  await field(page, 2).fill('')
  await emptied(shardCard(page, 2))
  await page.reload()
  await emptied(shardCard(page, 2))
  await restore(shardCard(page, 2)).click()
  await expect(field(page, 2)).not.toHaveValue('')
  await expect(shardCard(page, 2).getByRole('button', { name: texts.train.save, exact: true })).toBeEnabled()
  await page.reload()
  await expect(field(page, 1)).toHaveValue(text)
  await expect(restore(shardCard(page, 2))).toHaveCount(0)

  // Where a text becomes a field by a click, leaving it makes it a text again.
  await page.goto(fillRoute(routes.pastTrainable, { trainable_meeting_id: 'emptied-0' }))
  const said = shardCard(page, 1).getByTitle('Correct this text')
  await said.click()
  await field(page, 1).fill('')
  await emptied(shardCard(page, 1))
  await page.keyboard.press('Escape')
  await expect(said).toHaveText(text)
  await expect(said).toBeFocused()
  await page.keyboard.press('Enter')
  await field(page, 1).fill('')
  await restore(shardCard(page, 1)).click()
  await expect(said).toHaveText(text)
  await expect(said).toBeFocused()
})

test('TRN-06 an archive that lost a meeting has failed, and says so on the screen', async ({
  page,
  server,
  signedInState,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'removed', 2)
  await client.query(
    `insert into training_archive (request_id, region, filter, status, requested_by, finished_at, count, total, storage_key)
     values ('removed-1', 'removed', '{}', 'zip-completed', 'ada@example.com', now(), 2, 2, 'archives/removed-1.zip')`,
  )
  await client.query(`insert into training_archive_meeting values ('removed-1', 'removed-0')`)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'removed' }))
  const open = page.getByRole('button', { name: 'Archive', exact: true })
  await open.click()
  const drawer = page.getByRole('dialog', { name: texts.train.downloading })
  const archive = drawer.getByRole('region', { name: 'Archives' }).getByRole('listitem')
  await expect(archive).toContainText('zip-completed')
  await expect(archive.getByRole('button', { name: 'Download' })).toBeVisible()

  const headers = bearerOf(await signedInState())
  const deleted = await fetch(server.origin + pathOf(deleteMeeting, { id: 'removed-0' }), {
    method: deleteMeeting.method,
    headers,
  })
  expect(deleted.ok).toBe(true)
  // What is shown is older than the deletion: the click finds out.
  await archive.getByRole('button', { name: 'Download' }).click()
  await expect(page.getByTestId('toast-error')).toContainText(texts.train.archiveError)
  await expect(archive).toContainText('zip-failed')
  await expect(archive).toContainText(texts.train.archiveRemovedWithMeeting)
  await expect(archive.getByRole('button', { name: 'Download' })).toHaveCount(0)
  expect(await seriousFindings(page)).toEqual([])
  await page.reload()
  await open.click()
  await expect(archive).toContainText(texts.train.archiveRemovedWithMeeting)
})
