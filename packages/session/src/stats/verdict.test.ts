import { ledgerEvents } from '@livetap/contract'
import { describe, expect, test } from 'vitest'
import { factsOfLedger } from './ledger-facts'
import type { MeetingFacts } from './meeting-facts'
import { verdictOf } from './verdict'

const startMs = Date.parse('2026-03-04T05:06:07.000Z')
const at = (second: number) => new Date(startMs + second * 1000).toISOString()

const live: MeetingFacts = {
  ...{ isKnown: true, isLive: true, startedAt: at(0), endedAt: at(720), reason: 'dropped' },
  ...{ wasHeard: true, utterances: 40, behindMs: 2100, cuts: 0, refusals: 0, storageFaults: 0 },
}
const recording: MeetingFacts = {
  ...{ isKnown: true, isLive: false, startedAt: at(0), endedAt: at(720), reason: 'completed' },
  ...{ utterances: 40, cuts: 0, refusals: 0, storageFaults: 0 },
}

test.each<[string, MeetingFacts, string | undefined, string | undefined]>([
  ['one that ended as it should', live, 'good', 'Ended normally after 12 min; text 2 s behind; nothing lost'],
  [
    'text that kept up',
    { ...live, behindMs: 300 },
    'good',
    'Ended normally after 12 min; text less than 1 s behind; nothing lost',
  ],
  [
    'what was not answered is left out',
    { isKnown: true, isLive: true, endedAt: at(720), reason: 'dropped', wasHeard: true, cuts: 0 },
    'good',
    'Ended normally',
  ],
  [
    'no one spoke',
    { ...live, wasHeard: false, utterances: 0, behindMs: undefined },
    'warning',
    'Ended normally after 12 min; no one was heard',
  ],
  [
    'sound without text',
    { ...live, utterances: 0, behindMs: undefined, refusals: 2 },
    'warning',
    'Ended normally after 12 min; no text was made; recognition failed 2 times',
  ],
  [
    'connections that broke, and a storage that was away',
    { ...live, cuts: 2, storageFaults: 1 },
    'warning',
    'Ended normally after 12 min; text 2 s behind; 2 connections broke; sound waited for the storage 1 time',
  ],
  [
    'ended by a lost connection',
    { ...live, reason: 'abandoned', endedByCut: true, cuts: 1 },
    'warning',
    'Ended by a lost connection after 12 min: no client came back; text 2 s behind',
  ],
  [
    'everyone left without ending it',
    { ...live, reason: 'abandoned', endedByCut: false },
    'good',
    'Ended after 12 min, when everyone had left; text 2 s behind; nothing lost',
  ],
  ['a recording', recording, 'good', 'Recording of 12 min processed'],
  [
    'a recording of silence',
    { ...recording, utterances: 0 },
    'good',
    'Recording of 12 min processed; no speech was found',
  ],
  [
    'deleted later',
    { ...live, deletedAt: at(9000) },
    'good',
    'Ended normally after 12 min; text 2 s behind; nothing lost; deleted since',
  ],
  [
    'deleted while it ran',
    { ...live, reason: 'deleted', deletedAt: at(60), behindMs: undefined },
    'warning',
    'Deleted while it ran',
  ],
  [
    'failed, with its cause',
    { isKnown: true, reason: 'failed', stage: 'decode', error: 'This file is not readable audio' },
    'bad',
    'Failed in decode: This file is not readable audio',
  ],
  ['failed, as the log writes it', { reason: 'failed in recognition' }, 'bad', 'Failed in recognition'],
  ['failed without a cause', { reason: 'failed' }, 'bad', 'Failed'],
  [
    'its worker died again and again',
    { reason: 'worker lost', stage: 'probe', error: 'Its worker died 4 times at the stage probe' },
    'bad',
    'Failed in probe: Its worker died 4 times at the stage probe',
  ],
  ['an upload that stopped', { reason: 'upload expired' }, 'bad', 'Failed: the upload was never completed'],
  ['cancelled', { reason: 'cancelled', stage: 'recognition' }, 'warning', 'Cancelled in recognition'],
  [
    'a reason that only another deployment knows',
    { startedAt: at(0), endedAt: at(60), reason: 'evicted' },
    'warning',
    'Ended after 1 min: evicted',
  ],
  ['no reason', { startedAt: at(0), endedAt: at(60) }, 'good', 'Ended after 1 min'],
  ['nothing is known', {}, undefined, undefined],
])('the verdict of %s', (_, facts, tone, text) => {
  expect(verdictOf(facts)).toEqual(text === undefined ? undefined : { tone, text })
})

describe('what a ledger says of a meeting', () => {
  type Key = keyof typeof ledgerEvents
  const ledger = (...events: [Key, Record<string, string>?][]) =>
    events.map(([key, fields = {}], second) => ({
      id: String(second),
      name: ledgerEvents[key].name,
      createdAt: at(second),
      eventFields: Object.entries(fields).map(([name, value]) => ({ id: name, name, value })),
    }))
  const failed: [Key, Record<string, string>] = [
    'meetingEnded',
    { reason: 'failed', stage: 'decode', error: 'no sound' },
  ]

  test.each<[string, ReturnType<typeof ledger>, string | undefined]>([
    ['nothing', [], undefined],
    ['still running', ledger(['meetingCreated'], ['callStarted'], ['streamStarted']), 'Still running'],
    ['no one has spoken yet', ledger(['meetingCreated'], ['callStarted']), 'Still running; no one was heard'],
    ['being uploaded', ledger(['meetingCreated'], ['uploadStarted']), 'The recording is being uploaded'],
    [
      'being processed',
      ledger(['meetingCreated'], ['uploadStarted'], ['recordingUploaded']),
      'The recording is being processed',
    ],
    [
      'failed',
      ledger(['meetingCreated'], ['uploadStarted'], ['recordingUploaded'], failed),
      'Failed in decode: no sound',
    ],
    [
      'failed and tried again',
      ledger(['meetingCreated'], ['recordingUploaded'], failed, ['processingRetried']),
      'The recording is being processed',
    ],
    [
      'ended, without a recording',
      ledger(
        ...([['meetingCreated'], ['callStarted'], ['streamStarted']] as [Key][]),
        ['meetingEnded', { reason: 'dropped' }],
        ['audioMixFailed'],
      ),
      'Ended normally after 3.0 s; no recording could be made',
    ],
    [
      'deleted while it ran',
      ledger(
        ['meetingCreated'],
        ['callStarted'],
        ['streamStarted'],
        ['meetingEnded', { reason: 'deleted' }],
        ['meetingDeleted'],
      ),
      'Deleted while it ran',
    ],
  ])('%s', (_, events, text) => {
    expect(verdictOf(factsOfLedger(events))?.text).toBe(text)
  })
})
