import { join } from 'node:path'
import { fillRoute, routes, texts } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { deleteMeeting } from '@livetap/contract/calls/meetings'
import { debugAudio, orderedShards } from '@livetap/contract/calls/trainable'
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
  const said = shardCard(page, 1).locator('[data-hint="Correct this text"]')
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

test('a region is read in an order that is chosen, kept in the address and listed to its end', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'ordered', 60)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'ordered' }))
  const made = await field(page, 1).inputValue()
  const order = page.getByLabel('Order')
  await expect(order).toHaveValue('')
  await order.focus()
  await order.selectOption('Shortest first')
  await expect(page).toHaveURL(/\?order=shortest$/)
  await expect(order).toBeFocused()
  await expect(page.getByRole('button', { name: 'Clear' })).toHaveCount(0)
  await expect(shardCard(page, 1).locator('[data-hint="Duration"]')).toHaveText('1.5 s')
  const list = page.getByRole('region', { name: 'Utterances' })
  await expect(async () => {
    await list.evaluate(view => view.scrollTo(0, view.scrollHeight))
    await expect(shardCard(page, 60)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(list).toContainText('60 in all')

  await page.goto(`${fillRoute(routes.pastTrain, { client_region: 'ordered' })}?order=least_certain`)
  await expect(order).toHaveValue('least_certain')
  const first = await shardCard(page, 1).locator('[data-hint="How sure the recogniser was"]').textContent()
  const second = await shardCard(page, 2).locator('[data-hint="How sure the recogniser was"]').textContent()
  expect(Number.parseInt(first ?? '', 10)).toBeLessThanOrEqual(Number.parseInt(second ?? '', 10))
  expect(await axeFindings(page)).toEqual([])
  await order.selectOption('As made')
  await expect(page).not.toHaveURL(/order=/)
  await expect(field(page, 1)).toHaveValue(made)

  // The utterances of one meeting are all there: nothing is asked for again.
  await page.goto(fillRoute(routes.pastTrainable, { trainable_meeting_id: 'ordered-0' }))
  await expect(page.getByRole('article').first()).toBeVisible()
  const starts = page.getByRole('article').getByRole('link', { name: / - / })
  // The first of the meeting is the shortest too.
  const [, next = ''] = await starts.allTextContents()
  await page.getByLabel('Order').selectOption('Shortest first')
  await expect(page).toHaveURL(/order=shortest/)
  await expect(starts.nth(1)).not.toHaveText(next)
  await page.getByLabel('Order').selectOption('Meeting’s time')
  await expect(starts.nth(1)).toHaveText(next)
})

test('where an upstream answers the training data no order is offered, and none is sent', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'forwarded', 3)
  await client.end()
  await page.route(`**${pathOf(getEnv)}`, async route => {
    const env = await (await route.fetch()).json()
    await route.fulfill({ json: { ...env, forwarded_families: ['trainable'] } })
  })
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  await page.goto(`${fillRoute(routes.pastTrain, { client_region: 'forwarded' })}?order=shortest`)
  await expect(shardCard(page, 3)).toBeVisible()
  await expect(page.getByLabel('Site')).toBeVisible()
  await expect(page.getByLabel('Order')).toHaveCount(0)
  expect(asked.some(url => url.startsWith(pathOf(orderedShards)))).toBe(false)
  const listed = asked.filter(url => url.startsWith(pathOf(debugAudio)))
  expect(listed).toHaveLength(1)
  expect(listed[0]).not.toContain('order')
})

test('TRN-01 history and neighbours are on the current card alone, which stays in its place when it is chosen', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'current', 4)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'current' }))
  const history = (number: number) =>
    shardCard(page, number).getByRole('button', { name: `History of utterance ${number}` })
  await expect(history(1)).toBeVisible()
  await expect(page.getByRole('button', { name: /^History of/ })).toHaveCount(1)
  for (const number of [1, 2, 3]) {
    const card = shardCard(page, number)
    for (const label of ['Site', 'mID', 'Created'])
      await expect(card.getByText(label, { exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: texts.train.save, exact: true })).toBeVisible()
    await expect(card.getByRole('button', { name: texts.train.cancel, exact: true })).toBeVisible()
    await expect(card.getByRole('slider')).toBeVisible()
  }
  // By mouse and by keyboard.
  await field(page, 2).click()
  await expect(shardCard(page, 2)).toHaveAttribute('aria-current', 'true')
  await expect(history(2)).toBeVisible()
  await expect(history(1)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('j')
  await expect(history(3)).toBeVisible()
  await shardCard(page, 1).getByRole('slider').focus()
  await page.keyboard.press('ArrowRight')
  await expect(history(1)).toBeVisible()
  // A button is pressed in one click on a card that was not the current one.
  await shardCard(page, 3).getByRole('button', { name: 'Mark utterance 3 as unusable' }).click()
  await expect(page.getByText('It stays out of archives and projects. Why?')).toBeVisible()
  await expect(history(3)).toBeVisible()
})

test('a text that is saved unchanged is confirmed; the history shows what an edit changed', async ({
  page,
  server,
}) => {
  const client = await connectToCluster(join(server.dataDir, 'data'))
  await fillShards(client, 'confirmed', 3)
  await client.end()
  await page.goto(fillRoute(routes.pastTrain, { client_region: 'confirmed' }))
  const card = shardCard(page, 2)
  const text = await field(page, 2).inputValue()
  await field(page, 2).focus()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(card.getByRole('status').filter({ hasText: 'Confirmed' })).toBeVisible()
  await expect(card.getByText('confirmed', { exact: true })).toBeVisible()
  await expect(page.getByTestId('day-progress')).toContainText('Today: 1 utterance')
  await expect(page.getByTestId('day-progress')).toContainText('1 confirmed')
  await page.reload()
  await expect(card.getByText('confirmed', { exact: true })).toBeVisible()

  const [word = '', ...rest] = text.split(' ')
  await field(page, 2).fill(['altered', ...rest].join(' '))
  await page.keyboard.press('ControlOrMeta+s')
  await expect(card.getByText('edited', { exact: true })).toBeVisible()
  await expect(page.getByTestId('day-progress')).not.toContainText('confirmed')
  await card.getByRole('button', { name: 'History of utterance 2' }).click()
  const versions = page.getByRole('list', { name: 'Versions, newest first' }).getByRole('listitem')
  await expect(versions).toHaveCount(3)
  await expect(versions.nth(0).locator('del')).toHaveText(word)
  await expect(versions.nth(0).locator('ins')).toHaveText('altered')
  await expect(versions.nth(1)).toContainText('confirmed')
  await expect(versions.nth(1).locator('del, ins')).toHaveCount(0)
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Make the original the text again' }).press('Enter')
  await expect(field(page, 2)).toHaveValue(text)
})
