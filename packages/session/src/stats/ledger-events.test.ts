import { ledgerEvents } from '@livetap/contract'
import { expect, test } from 'vitest'
import { isLedgerDate } from './ledger-events'

test('LED-02 the fields of a ledger that hold a moment follow the reader’s zone, and no others', () => {
  const fields = Object.values(ledgerEvents).flatMap(({ fields }) => Object.keys(fields.shape))
  const moments = new Set(fields.filter(isLedgerDate))
  expect([...moments].sort()).toEqual(['created_at', 'shardStart_at'])
  expect(isLedgerDate('timestamp')).toBe(true)
  for (const name of ['start_millis', 'duration_ms', 'reason', 'by']) expect(isLedgerDate(name)).toBe(false)
})
