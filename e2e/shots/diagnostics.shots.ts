import { shots } from '../support/shots'
import { expect } from '../support/test'

shots('system', {
  go: async page => {
    await page.goto('/system')
    await expect(page.getByRole('heading', { name: 'Nodes' })).toBeVisible()
  },
})

shots('logs', {
  go: async page => {
    await page.goto('/logs?last=24h')
    await expect(page.getByRole('figure')).toBeVisible()
    await page.getByRole('region', { name: 'Entries' }).getByRole('button').first().click()
  },
})

shots('capacities', {
  go: async page => {
    await page.goto('/discovery_worker_cluster_capacities')
    await expect(page.getByRole('row')).toHaveCount(2)
  },
})

shots('stats-unknown', {
  go: async page => {
    await page.goto('/past-stats/nobody/1700000000000')
    await expect(page.getByRole('link', { name: 'Audio ledger' })).toBeVisible()
  },
})
