import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventsDocument } from './events-document'

test('docs/EVENTS.md is made from the catalogue, and current', async () => {
  await expect(eventsDocument()).toMatchFileSnapshot(
    fileURLToPath(new URL('../../../../docs/EVENTS.md', import.meta.url)),
  )
})
