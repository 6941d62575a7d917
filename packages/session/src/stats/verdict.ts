import { counted } from '@livetap/contract'
import type { MeetingFacts } from './meeting-facts'
import { spanText } from './span-text'

export interface Verdict {
  readonly tone: 'good' | 'warning' | 'bad' | 'running'
  readonly text: string
}

/** What became of a meeting, in one sentence: its end or the cause of its failure first. Nothing where nothing is known. */
export function verdictOf(facts: MeetingFacts): Verdict | undefined {
  const end = endOf(facts)
  if (!end) return undefined
  const losses = lossesOf(facts)
  const clauses = [end.text, ...soundOf(facts), ...losses]
  if (end.tone === 'good' && losses.length === 0 && isWhole(facts)) clauses.push('nothing lost')
  if (facts.deletedAt !== undefined && facts.reason !== 'deleted') clauses.push('deleted since')
  const tone = end.tone === 'good' && (losses.length > 0 || facts.wasHeard === false) ? 'warning' : end.tone
  return { tone, text: clauses.join('; ') }
}

function endOf(facts: MeetingFacts): Verdict | undefined {
  const { reason, stage, error, startedAt, endedAt } = facts
  const lengthMs = startedAt && endedAt ? Date.parse(endedAt) - Date.parse(startedAt) : undefined
  const known = lengthMs !== undefined && lengthMs >= 0
  const after = known ? ` after ${spanText(lengthMs)}` : ''
  if (reason === undefined) {
    if (endedAt !== undefined) return { tone: 'good', text: `Ended${after}` }
    return unfinished(facts)
  }
  const failure = failureOf(reason, stage)
  if (failure) return { tone: 'bad', text: error ? `${failure}: ${error}` : failure }
  switch (reason) {
    case 'dropped':
      return { tone: 'good', text: `Ended normally${after}` }
    case 'completed':
      return { tone: 'good', text: `Recording${known ? ` of ${spanText(lengthMs)}` : ''} processed` }
    case 'abandoned':
      return facts.endedByCut
        ? { tone: 'warning', text: `Ended by a lost connection${after}: no client came back` }
        : { tone: 'good', text: `Ended${after}, when everyone had left` }
    case 'cancelled':
      return { tone: 'warning', text: stage ? `Cancelled in ${stage}` : 'Cancelled' }
    case 'deleted':
      return {
        tone: 'warning',
        text: facts.isLive ? 'Deleted while it ran' : 'Deleted before it was processed',
      }
    default:
      return { tone: 'warning', text: `Ended${after}: ${reason}` }
  }
}

/** 'failed' names its stage, in a field of its own or in the reason. */
function failureOf(reason: string, stage: string | undefined): string | undefined {
  if (reason === 'upload expired') return 'Failed: the upload was never completed'
  if (reason === 'worker lost') return stage ? `Failed in ${stage}` : 'Failed: its worker was lost'
  if (!reason.startsWith('failed')) return undefined
  return reason === 'failed' && stage ? `Failed in ${stage}` : `Failed${reason.slice('failed'.length)}`
}

function unfinished({ isKnown, isLive, isUploaded, deletedAt }: MeetingFacts): Verdict | undefined {
  if (!isKnown) return undefined
  if (deletedAt !== undefined) return { tone: 'warning', text: 'No end was recorded' }
  if (isLive) return { tone: 'running', text: 'Still running' }
  if (isUploaded) return { tone: 'running', text: 'The recording is being processed' }
  return { tone: 'running', text: isUploaded === false ? 'The recording is being uploaded' : 'Not ended yet' }
}

function soundOf({ isLive, wasHeard, utterances, behindMs }: MeetingFacts): string[] {
  if (isLive && wasHeard === false) return ['no one was heard']
  if (utterances === 0) return [isLive ? 'no text was made' : 'no speech was found']
  if (behindMs === undefined) return []
  const seconds = Math.round(behindMs / 1000)
  return [`text ${seconds === 0 ? 'less than 1' : seconds} s behind`]
}

function lossesOf({
  cuts = 0,
  refusals = 0,
  storageFaults = 0,
  mixFailed,
  endedByCut,
  reason,
}: MeetingFacts) {
  const isSaid = endedByCut && reason === 'abandoned' && cuts === 1
  return [
    ...(cuts > 0 && !isSaid ? [counted(cuts, 'connection broke', 'connections broke')] : []),
    ...(refusals > 0 ? [`recognition failed ${counted(refusals, 'time', 'times')}`] : []),
    ...(storageFaults > 0 ? [`sound waited for the storage ${counted(storageFaults, 'time', 'times')}`] : []),
    ...(mixFailed ? ['no recording could be made'] : []),
  ]
}

/** Only where each of the ways to lose something was asked about. */
const isWhole = ({ isLive, wasHeard, cuts, refusals, storageFaults }: MeetingFacts) =>
  isLive === true && wasHeard === true && cuts === 0 && refusals === 0 && storageFaults === 0
