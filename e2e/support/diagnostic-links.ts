import { logsPath } from '@livetap/contract'
import { expect, type Locator, type Page } from '@playwright/test'

const hrefs = (id: string) => ({
  stats: new RegExp(`^/past-stats/${id}/\\d+`),
  ledger: `/audio-ledgers-stats/${id}`,
  logs: logsPath({ meeting: id }),
})

/** The open menu of a meeting leads to its statistics, its ledger and its log entries. */
export async function leadsToDiagnostics(page: Page, id: string): Promise<void> {
  const { stats, ledger, logs } = hrefs(id)
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  await expect(item('Statistics')).toHaveAttribute('href', stats)
  await expect(item('Timeline')).toHaveAttribute('href', ledger)
  await expect(item('Logs')).toHaveAttribute('href', logs)
}

/** So does a row of a list of meetings. */
export async function rowLeadsToDiagnostics(row: Locator, id: string): Promise<void> {
  const { stats, ledger, logs } = hrefs(id)
  await expect(row.getByRole('link', { name: /^Stats of / })).toHaveAttribute('href', stats)
  await expect(row.getByRole('link', { name: /^Ledger of / })).toHaveAttribute('href', ledger)
  await expect(row.getByRole('link', { name: /^Logs of / })).toHaveAttribute('href', logs)
}
