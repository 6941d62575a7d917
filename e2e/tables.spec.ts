import { seed } from './support/past/past-meetings'
import { expect, test } from './support/test'

/** Words of table cells that stand in more than one line. */
const brokenWords = (table: Element): string[] => {
  const broken: string[] = []
  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.textContent!.matchAll(/[\p{L}\d]+/gu)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
      if (lines.size > 1) broken.push(word)
    }
  }
  return broken
}

for (const width of [1440, 900, 600, 360])
  test(`no table breaks a word at ${width} pixels, and its first column stays`, async ({ page, server }) => {
    await seed(server, [
      { id: `words-kept-${width}`, title: 'Words are kept', status: 'failed', error: 'no sound' },
    ])
    await page.setViewportSize({ width, height: 800 })
    const screens = ['/logs', '/system', '/discovery_worker_cluster_capacities', '/?list=failed']
    for (const path of screens) {
      await page.goto(path)
      const table = page.getByRole('main').getByRole('table').first()
      await expect(table).toBeVisible()
      expect(await table.evaluate(brokenWords), path).toEqual([])
      const moved = await table.evaluate(one => {
        const first = one.querySelector('tbody tr:not(:has([scope=rowgroup])) > *')!
        const before = first.getBoundingClientRect().left
        for (let frame = one.parentElement; frame; frame = frame.parentElement) frame.scrollLeft = 200
        return Math.abs(first.getBoundingClientRect().left - before)
      })
      expect(moved, path).toBeLessThan(2)
    }
  })
