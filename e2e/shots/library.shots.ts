import { routes, searchPath } from '@livetap/contract'
import { setTags } from '@livetap/contract/calls/library'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { bearerOf } from '../support/live/live-meeting'
import { seed, spoken, spokenMedia, spokenMs } from '../support/past/past-meetings'
import { highlights } from '../support/past/past-test'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'

test.beforeAll(async ({ server, signedInState }) => {
  const { audio, peaks } = spokenMedia()
  const whole = { durationMs: spokenMs, utterances: spoken, highlights, audio, peaks }
  await seed(server, [
    { id: 'shots-talk', title: 'Two readers', ...whole },
    { id: 'shots-again', title: 'The readers again, in another room', ...whole },
    { id: 'shots-lost', title: 'Lost sound', status: 'failed', error: 'no sound was found' },
  ])
  const tagged = await fetch(server.origin + pathOf(setTags, { id: 'shots-talk' }), {
    method: 'PUT',
    headers: { ...bearerOf(await signedInState()), 'content-type': 'application/json' },
    body: JSON.stringify({ tags: ['customer', 'q3 plan'] }),
  })
  expect(tagged.status).toBe(200)
})

shots('library', {
  go: async page => {
    await page.goto(routes.library)
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText(/meetings$/)
  },
})

shots('library-nothing', {
  go: async page => {
    await page.goto(`${routes.library}?q=walrus`)
    await expect(page.getByRole('main').getByRole('status').first()).toHaveText('0 meetings')
  },
})

shots('search', {
  go: async page => {
    await page.goto(searchPath('americans'))
    await expect(page.getByRole('main').locator('[data-moment]').first()).toBeVisible()
  },
})

shots('search-start', {
  go: async page => {
    await page.goto(routes.search)
    await expect(page.getByText('What was said in every meeting')).toBeVisible()
  },
})
