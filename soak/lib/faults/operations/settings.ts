import { ledgerEvents } from '@livetap/contract'
import { audioLedgers, ledgerChain } from '@livetap/contract/calls/diagnostics'
import { createMeeting, dropMeeting, setHotwordStatus } from '@livetap/contract/calls/live-meetings'
import type { Operation } from '../operation'

const CHANGES = 15

interface Ledger {
  ledger_events: { name: string }[]
}

/** Changes of a running meeting: each that was acknowledged has its row in the ledger, once, and the chain holds. */
export const settings: Operation = {
  name: 'ledger rows',
  parallel: 1,
  pauseMs: 500,
  async run({ client, acknowledged, isOver }) {
    const body = { start_at_utc: new Date().toISOString(), enable_ensemble: false, title: 'Ledger' }
    const { id } = await client.ask<{ id: string }>(createMeeting, { query: { client_region: 'us' }, body })
    const params = { id }
    let tried = 0
    let taken = 0
    for (; tried < CHANGES && !isOver(); tried += 1) {
      if (!(await client.once(setHotwordStatus, { params, body: { chimes: tried % 2 === 1 } }))) continue
      taken += 1
      acknowledged()
    }
    await client.ask(dropMeeting, { params })
    return async () => {
      const { ledger_events } = await client.ask<Ledger>(audioLedgers, { params })
      const { breaks } = await client.ask<{ breaks: unknown[] }>(ledgerChain, { params })
      const name = ledgerEvents.hotwordStatusChanged.name
      const rows = ledger_events.filter(one => one.name === name).length
      const lost = breaks.map(one => `the ledger of ${id}: ${JSON.stringify(one)}`)
      if (rows < taken) lost.push(`${taken - rows} of ${taken} ledger rows of ${id}`)
      return { lost, doubled: rows > tried ? [`${rows - tried} ledger rows of ${id}`] : [] }
    }
  },
}
