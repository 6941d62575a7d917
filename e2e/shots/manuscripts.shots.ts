import { fillRoute, manuscriptsPath, routes } from '@livetap/contract'
import { seed, utterance } from '../support/past/past-meetings'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'
import { Manuscripts } from '../support/training/manuscripts'

let id = ''
const text = 'the quick brown fox jumps over the lazy dog near the river bank'

test.beforeAll(async ({ server, signedInState }) => {
  await seed(server, [
    {
      id: 'shots',
      durationMs: 72_000,
      utterances: [0, 1, 2, 3, 4, 5, 6, 7, 8].map(at =>
        utterance(`u${at}`, at * 8000, at * 8000 + 8000, text),
      ),
      trainable: true,
    },
  ])
  const calls = new Manuscripts(server.origin, await signedInState())
  const vendors = ['captionmax', 'lionbridge', 'dummyvendor']
  const statuses = ['pending', 'completed', 'closed', 'pending', 'ready']
  for (const [at, name] of [
    'Spring medical',
    'Contact centre, batch 2',
    'Board meetings',
    'Spanish support',
    'Very long name of a labelling project that does not fit in a column',
  ].entries()) {
    const project = await calls.create(name, {
      vendor: vendors[at % 3],
      language: at >= 3 ? 'es' : 'en-US',
      train_ms_required: 3_600_000 * (at + 1),
      eval_ms_required: 900_000 * at,
      ...(at % 2 && { start_datetime: '2026-01-05T09:15:00.000Z', end_datetime: '2026-02-05T09:15:00.000Z' }),
    })
    if (at > 0) await calls.set(project.id, statuses[at]!)
  }
  const quick = { vendor: 'dummyvendor', train_ms_required: 36_000 }
  const returned = await calls.create('Returned by the dummy vendor', quick)
  await calls.set(returned.id, 'ready')
  await expect.poll(async () => (await calls.get(returned.id)).status, { timeout: 60_000 }).toBe('completed')
  const partly = await calls.create('Partly sent', { train_ms_required: 48_000, vendor: 'dummyvendor' })
  await calls.set(partly.id, 'ready')
  await expect
    .poll(async () => (await calls.get(partly.id)).train_ms_received, { timeout: 60_000 })
    .toBeGreaterThan(0)
  id = returned.id
})

shots('manuscripts', {
  go: async page => {
    await page.goto(manuscriptsPath())
    await expect(page.getByRole('link', { name: 'Spring medical' })).toBeVisible()
    await page.getByLabel('Check Spring medical').check()
  },
})

shots('manuscripts-empty', {
  go: async page => {
    await page.goto(manuscriptsPath({ manuscript_name: 'nothing' }))
    await expect(page.getByText('Projects with current filters were not found.')).toBeVisible()
    await page.getByRole('button', { name: 'Language' }).click()
  },
})

shots('manuscript-create', {
  go: async page => {
    await page.goto(routes.manuscriptCreate)
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByText('A name is needed.')).toBeVisible()
  },
})

shots('manuscript-view', {
  go: async page => {
    await page.goto(fillRoute(routes.manuscriptView, { manuscript_id: id }))
    await expect(page.getByRole('heading', { name: 'Returned by the dummy vendor' })).toBeVisible()
    await expect(page.getByRole('figure')).toBeVisible()
  },
})
