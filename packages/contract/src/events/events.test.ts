import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { hotwordMessageSchema } from '../sockets/hotword-messages'
import { END_REASONS, endReasonText, endsSuccessfully } from './end-reason'
import type { MetricDefinition } from './event-definition'
import { ledgerEvents } from './ledger'
import { metrics, unwrittenMetrics } from './metrics'
import { vmcTimeStatsMessage, vmcTimeStatsOf } from './vmc-time-stats'

const root = fileURLToPath(new URL('../../../..', import.meta.url))
const metricNames = [...Object.values(metrics), ...Object.values(unwrittenMetrics)].map(({ name }) => name)
const ledgerNames = Object.values(ledgerEvents).map(({ name }) => name)

describe('the catalogue', () => {
  test('STA-07 has every metric that the documents name', () => {
    expect(metricNames).toEqual(
      expect.arrayContaining([
        'monitoring-meeting-creations-wrapi',
        'monitoring-meeting-completed-successfully-hotword',
        'monitoring-meeting-end-reason-wrapi',
        'monitoring-hang-up-reason-wrapi',
        'monitoring-meeting-delete-wrapi',
        'monitoring-pod-creations-hotword',
        'monitoring-nutcracker-started-hotword',
        'monitoring-final-transcript-sent-hotword',
        'monitoring-recording-duration-set-hotword',
        'monitoring-leave-the-meeting-because',
        'monitoring-vmc-time-stats',
        'monitoring-connected-to-mercury',
        'monitoring-live-pod-name',
        'monitoring-image-name',
        'monitoring-voicea-client-up',
        'monitoring-voicea-client-out',
        'monitoring-successfully-joined-meeting',
        'monitoring-portal-pod-metrics',
        'monitoring-hotword-pod-metrics',
        'monitoring-highlight-sent-to-transcriber-hotword',
        'monitoring-transcript-middleware-success',
      ]),
    )
  })

  test('marks every field that names a person, so that a deleted meeting loses it', () => {
    const isPerson = (field: string) => /^(by|name|.*_by|user_?name|e?mails?)$/.test(field)
    const marked = Object.values<MetricDefinition>(metrics).filter(({ people }) => people)
    expect(marked.length).toBeGreaterThan(2)
    for (const { name, fields, people = [] } of Object.values<MetricDefinition>(metrics))
      expect([name, Object.keys(fields.shape).filter(isPerson)]).toEqual([name, people])
  })

  test('names nothing twice', () => {
    expect(new Set(metricNames).size).toBe(metricNames.length)
    expect(new Set(ledgerNames).size).toBe(ledgerNames.length)
  })

  test('LED-01 what is created has its creation time, and a shard its place', () => {
    const created = Object.values(ledgerEvents).filter(({ name }) => name.endsWith('_created'))
    expect(created.length).toBeGreaterThan(3)
    for (const { name, fields } of created) expect(Object.keys(fields.shape), name).toContain('created_at')
    expect(ledgerEvents.shardCreated.fields.shape).toHaveProperty('shardStart_at')
  })
})

test('STA-06 the totals come back out of the message', () => {
  const stats = {
    total_recording_time_in_seconds: 61,
    total_live_transcription_time_in_seconds: 0,
    total_assistant_disabled_time_in_seconds: 7,
  }
  expect(vmcTimeStatsOf(vmcTimeStatsMessage(stats))).toEqual(stats)
  expect(vmcTimeStatsOf('vmc time stats total_recording_time_in_seconds=61')).toBeUndefined()
})

test('a failure names its stage, and only what can be read ended successfully', () => {
  expect(endReasonText('failed', 'recognition')).toBe('failed in recognition')
  expect(endReasonText('cancelled', 'recognition')).toBe('cancelled')
  expect(END_REASONS.filter(endsSuccessfully)).toEqual(['dropped', 'abandoned', 'completed'])
})

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory())
      return ['node_modules', 'dist', 'migrations'].includes(entry.name) ? [] : sources(path)
    return /\.(tsx?|mjs)$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [path] : []
  })
}

test('an event is named in the catalogue and nowhere else', () => {
  // The same words are also types of socket messages, and states of a sign-in.
  const elsewhere = new Set<string>([
    ...hotwordMessageSchema.options.map(option => option.shape.type.value),
    metrics.signedIn.name,
    metrics.signedOut.name,
  ])
  const names = [...metricNames, ...ledgerNames].filter(name => !elsewhere.has(name))
  expect(names.length).toBeGreaterThan(45)
  const again = ['apps', 'packages', 'bench', 'e2e', 'soak', 'scripts']
    .flatMap(sources)
    .filter(path => !path.startsWith('packages/contract/src/events/'))
    .flatMap(path => {
      const code = readFileSync(join(root, path), 'utf8')
      const spelled = names.filter(name => new RegExp(`['"\`]${name}['"\`]`).test(code))
      return [...spelled, ...(code.match(/['"`]monitoring-[a-z-]+/g) ?? [])].map(name => `${path}: ${name}`)
    })
  expect(again).toEqual([])
})
