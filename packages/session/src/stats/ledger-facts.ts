import { type LedgerEventWire, ledgerEvents } from '@livetap/contract'
import type { MeetingFacts } from './meeting-facts'

type Key = keyof typeof ledgerEvents

/** What a ledger, oldest event first, says of its meeting. */
export function factsOfLedger(events: readonly LedgerEventWire[]): MeetingFacts {
  const all = (key: Key) => events.filter(({ name }) => name === ledgerEvents[key].name)
  const last = (key: Key) => all(key).at(-1)
  const at = (event: LedgerEventWire | undefined) => event && Date.parse(event.createdAt)
  const field = (event: LedgerEventWire | undefined, name: string) =>
    event?.eventFields.find(one => one.name === name)?.value
  const end = last('meetingEnded')
  const retriedAt = at(last('processingRetried'))
  // A meeting that is processed again has not ended.
  const isOver = end !== undefined && (retriedAt === undefined || retriedAt <= at(end)!)
  const isLive = all('callStarted').length > 0 || all('roomOpened').length > 0
  const isUpload = all('uploadStarted').length > 0
  return {
    isKnown: events.length > 0,
    isLive,
    startedAt: isLive ? all('meetingCreated')[0]?.createdAt : undefined,
    deletedAt: last('meetingDeleted')?.createdAt,
    isUploaded: all('recordingUploaded').length > 0 || (isUpload ? false : undefined),
    mixFailed: (at(last('audioMixFailed')) ?? 0) > (at(last('audioMixed')) ?? 0) || undefined,
    ...(isLive && { wasHeard: all('streamStarted').length > 0, refusals: all('recognitionFailed').length }),
    ...(isOver && {
      reason: field(end, 'reason'),
      stage: field(end, 'stage'),
      error: field(end, 'error'),
      endedAt: end.createdAt,
    }),
  }
}
