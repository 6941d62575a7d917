import { fillRoute, type LedgerEventWire, ledgerEvents, logsPath, routes } from '@livetap/contract'
import { clusterCapacities } from '@livetap/contract/calls/capacities'
import { audioLedgers, perSiteUsage } from '@livetap/contract/calls/diagnostics'
import { systemHistory } from '@livetap/contract/calls/system'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { loadRecording } from '@livetap/speech/testing'
import type { Page } from '@playwright/test'
import { attend } from '../support/live/attendee'
import { createMeeting, endMeeting } from '../support/live/live-meeting'
import { shots } from '../support/shots'
import { expect, test } from '../support/test'

/** A call that was held, with what was said in it. */
let heldId = ''
let heldStartMs = 0

test.beforeAll(async ({ server, signedInState }) => {
  test.setTimeout(180_000)
  const state = await signedInState()
  heldStartMs = Date.now()
  heldId = await createMeeting(server.origin, state)
  const attendee = await attend(server.origin, state, heldId)
  await attendee.say(loadRecording('jfk'))
  await endMeeting(server.origin, state, heldId)
  attendee.leave()
})

const event = (
  key: keyof typeof ledgerEvents,
  second: number,
  fields: Record<string, string> = {},
): LedgerEventWire => {
  const { name } = ledgerEvents[key]
  const createdAt = new Date(Date.UTC(2026, 2, 4, 5, 6, 7) + second * 1000).toISOString()
  const eventFields = Object.entries({ timestamp: createdAt, ...fields })
  return {
    id: `${second}`,
    name,
    createdAt,
    eventFields: eventFields.map(([field, value]) => ({ id: field, name: field, value })),
  }
}

/** The ledger of a recording that could not be read. */
const failedLedger = [
  event('meetingCreated', 0, { source: 'upload', host: 'ada@example.com', region: 'us' }),
  event('uploadStarted', 1, { bytes: '48210', type: 'audio/wav' }),
  event('recordingUploaded', 3, { bytes: '48210' }),
  event('meetingEnded', 4, { reason: 'failed', stage: 'probe', error: 'This file is not readable audio' }),
  event('processingRetried', 400, { by: 'ada@example.com', stage: 'probe' }),
  event('meetingEnded', 402, { reason: 'failed', stage: 'probe', error: 'This file is not readable audio' }),
]

const answerLedger = (page: Page, id: string) =>
  page.route(`**${pathOf(audioLedgers, { id })}`, route =>
    route.fulfill({ json: { ledger_events: failedLedger } }),
  )

shots('stats', {
  go: async page => {
    const dates = { meeting_start_date: heldStartMs - 30_000 }
    await page.goto(fillRoute(routes.pastStats, { meeting_id: heldId, ...dates }))
    await expect(page.getByRole('status', { name: 'Verdict' })).not.toBeEmpty()
  },
})

shots('stats-failed', {
  go: async page => {
    await answerLedger(page, 'notes')
    await page.goto('/past-stats/notes/1700000000000')
    await expect(page.getByRole('status', { name: 'Verdict' })).not.toBeEmpty()
  },
})

shots('ledger', {
  go: async page => {
    await page.goto(fillRoute(routes.audioLedgersStats, { meeting_id: heldId }))
    await page.getByRole('button', { name: ledgerEvents.streamStarted.name }).click()
    await page.getByLabel('Jump to kind').selectOption(ledgerEvents.meetingEnded.name)
  },
})

shots('ledger-failed', {
  go: async page => {
    await answerLedger(page, 'notes')
    await page.goto(fillRoute(routes.audioLedgersStats, { meeting_id: 'notes' }))
    await page.getByLabel('Jump to kind').selectOption({ label: 'Failures (2)' })
    await page.getByRole('button', { name: ledgerEvents.meetingEnded.name }).last().click()
  },
})

shots('logs-meeting', {
  go: async page => {
    await page.goto(logsPath({ meeting: heldId }))
    await expect(page.getByRole('figure')).toBeVisible()
  },
})

/** Six hours with a night in between in which nothing ran. */
const pastHours = () => {
  const nowMs = Math.floor(Date.now() / 60_000) * 60_000
  const samples = Array.from({ length: 360 }, (_, at) => ({
    pod: 'shown',
    time: new Date(nowMs - (359 - at) * 60_000).toISOString(),
    queue: Math.max(0, Math.round(6 * Math.sin(at / 40))),
    speed: at % 9 === 0 ? 3 + Math.sin(at / 15) : null,
    errors: at % 70 === 0 ? 2 : 0,
    memory_bytes: 4e8 + at * 6e5,
  }))
  return { step_ms: 60_000, samples: samples.filter((_, at) => at < 120 || at > 170) }
}

shots('system', {
  go: async page => {
    await page.route(`**${pathOf(systemHistory)}`, route => route.fulfill({ json: pastHours() }))
    await page.goto('/system')
    await expect(page.getByRole('heading', { name: 'Nodes' })).toBeVisible()
  },
})

shots('usage', {
  go: async page => {
    const env = (await (await page.request.get('/env')).json()) as { default_client_region: string }
    const path = fillRoute(routes.perSiteUsage, { client_region: env.default_client_region })
    const days = ['2026-03-02', '2026-03-03', '2026-03-05']
    const sites = ['cisco_webex', 'cisco_contact_center']
    const per_site_stats = days.flatMap((date, at) =>
      sites.map((webex_site_name, of) => ({ date, webex_site_name, count: 3 * at + of + 1 })),
    )
    await page.route(`**${pathOf(perSiteUsage)}?*`, route => route.fulfill({ json: { per_site_stats } }))
    await page.goto(path)
    await expect(page.getByRole('figure').locator('canvas')).toBeVisible()
  },
})

shots('capacities-full', {
  go: async page => {
    const clusters = {
      blue: { callsAvailability: 0, callsCount: 4, region: 'us' },
      green: { callsAvailability: 3, callsCount: 1, region: 'eu' },
    }
    await page.route(`**${pathOf(clusterCapacities)}`, route => route.fulfill({ json: clusters }))
    await page.goto('/discovery_worker_cluster_capacities')
    await expect(page.getByRole('figure').locator('canvas')).toBeVisible()
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
