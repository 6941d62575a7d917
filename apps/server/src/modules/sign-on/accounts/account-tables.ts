import type { AccountReport } from './account-report.store'

type Row = readonly string[]

/** The answer of `npm run user -- list` as text. */
export async function accountsText(report: AccountReport): Promise<string> {
  const rows = (await report.accounts()).map(({ email, role, createdAt, lastSignIn, disabledAt }) => [
    email,
    role,
    minute(createdAt),
    minute(lastSignIn),
    minute(disabledAt),
  ])
  return tableText(['EMAIL', 'ROLE', 'CREATED', 'LAST SIGN-IN', 'DISABLED'], rows, 'there is no account')
}

/** The answer of `npm run user -- sessions` as text. */
export async function sessionsText(report: AccountReport): Promise<string> {
  const rows = (await report.sessions()).map(({ id, email, startedAt, lastSeen, expiresAt }) => [
    email,
    minute(startedAt),
    minute(lastSeen),
    minute(expiresAt),
    id,
  ])
  return tableText(['EMAIL', 'STARTED', 'LAST SEEN', 'EXPIRES', 'SESSION'], rows, 'no session goes on')
}

const minute = (at: Date | null) => (at ? `${at.toISOString().slice(0, 16).replace('T', ' ')}Z` : '-')

function tableText(headings: Row, rows: readonly Row[], empty: string): string {
  if (rows.length === 0) return `${empty}\n`
  const widths = headings.map((heading, at) => Math.max(heading.length, ...rows.map(row => row[at]!.length)))
  const line = (row: Row) => row.map((cell, at) => cell.padEnd(widths[at]!)).join('  ')
  return [headings, ...rows].map(row => `${line(row).trimEnd()}\n`).join('')
}
