import type { AuditEntryWire } from '@livetap/contract'

const columns = ['id', 'at', 'actor', 'action', 'target', 'result', 'address', 'fields'] as const

export const csvHead = `${columns.join(',')}\r\n`

export const csvLine = (entry: AuditEntryWire): string =>
  `${columns
    .map(column => {
      const value = entry[column]
      return cell(typeof value === 'string' ? value : JSON.stringify(value))
    })
    .join(',')}\r\n`

/** A program for tables takes what begins so for a formula. */
const FORMULA = /^[=+\-@\t\r]/

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
