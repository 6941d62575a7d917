import { buffer } from 'node:stream/consumers'
import { texts } from '@livetap/contract'
import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { makeZip } from 'client-zip'
import { axeFindings } from '../support/browser/axe'
import { hold } from '../support/browser/hold'
import { watchTexts } from '../support/browser/watch-texts'
import { expect, test } from '../support/test'

async function zipFile(name: string, files: Record<string, string>) {
  const entries = Object.entries(files).map(([name, input]) => ({ name, input }))
  return { name, mimeType: 'application/zip', buffer: await buffer(makeZip(entries)) }
}

test('TAG-01 the tags of a zip from the launcher are shown as JSON and as a table; the screen takes another file and says when there are none', async ({
  page,
}) => {
  const waitForText = await watchTexts(page)
  await page.goto('/?mode=get_vendor_tags')
  const vendor = await zipFile('vendor.zip', {
    'a.txt': 'so [noise] we begin <unk> [noise]',
    'b.json': JSON.stringify({ text: '{laugh} yes #spk1' }),
  })
  await page.locator('#field-vendor_tags_file').setInputFiles(vendor)
  const reading = await hold(page, `**${pathOf(readVendorTags)}`)
  await page.locator('button[type=submit]').click()
  await expect(page).toHaveURL('/vendor_tags')
  await expect(page.getByText(texts.vendorTags.fetching)).toBeVisible()
  reading.release()
  const json = page.getByTestId('vendor-tags-json')
  await expect(json).toContainText('"tag": "[noise]",\n      "count": 2')
  await expect(page.getByRole('row').nth(1)).toContainText('so [noise] we begin')
  await expect(page.getByRole('row')).toHaveCount(5)
  expect(await axeFindings(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download JSON' }).click()
  expect((await download).suggestedFilename()).toBe('vendor-tags__vendor.json')

  await page.reload()
  const upload = page.getByRole('button', { name: 'Upload Vendor Tags' })
  await expect(upload).toBeDisabled()
  await page.locator('input[type=file]').setInputFiles(await zipFile('none.zip', { 'a.txt': 'no tags' }))
  await upload.click()
  await expect(page.getByRole('main').getByText(texts.vendorTags.notFound, { exact: true })).toBeVisible()
  await waitForText(texts.vendorTags.notFoundToast)
  const broken = { name: 'broken.zip', mimeType: 'application/zip', buffer: Buffer.from('no zip') }
  await page.locator('input[type=file]').setInputFiles(broken)
  await upload.click()
  await expect(page.getByText('This is not a zip file')).toBeVisible()
  await page.getByRole('button', { name: 'Back to start' }).click()
  await expect(page).toHaveURL('/')
})
