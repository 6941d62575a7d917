import { randomUUID } from 'node:crypto'
import type { LineChange, LineChangeAnswer } from '@livetap/contract'
import { mergeLines, splitLine } from '@livetap/transcript'
import { ServiceError } from '../../platform/service-error'
import type { EventRecorder } from '../events'
import type { MeetingsService } from '../meetings'
import type { ChangedLines, LineChangesStore } from './line-changes.store'
import { heardVoices, type NewUtterance, type StoredUtterance, storedUtteranceWire } from './utterance'
import type { UtterancesStore } from './utterances.store'

export interface LinesServiceOptions {
  meetings: MeetingsService
  utterances: UtterancesStore
  changes: LineChangesStore
  events: EventRecorder
}

/** As much as one edit may hold. */
const MAX_TEXT = 40_000

type Change<A extends LineChange['action']> = Extract<LineChange, { action: A }>

/** Lines of a past meeting: another speaker, two of one, one of two, and back. */
export class LinesService {
  constructor(private readonly options: LinesServiceOptions) {}

  async change(meetingId: string, change: LineChange, by: string): Promise<LineChangeAnswer> {
    await this.options.meetings.getReady(meetingId)
    const changed = await this.#apply(meetingId, change, by)
    const lines = await Promise.all(changed.ids.map(id => this.#find(meetingId, id)))
    if (changed.changeId !== undefined || change.action === 'undo') {
      const fields = { change: change.action, utterance_id: changed.ids[0] ?? '', edited_by: by }
      this.options.events.of(meetingId).ledger('linesChanged', fields)
    }
    return {
      change_id: changed.changeId,
      removed: changed.removed,
      utterances: lines.map(line => storedUtteranceWire(line)),
    }
  }

  async #apply(meetingId: string, change: LineChange, by: string): Promise<ChangedLines> {
    if (change.action === 'undo') return this.#undo(meetingId, change.change_id)
    const line = await this.#find(meetingId, change.utterance_id)
    if (line.version !== change.version) throw changedMeanwhile()
    const { before, after } = await this.#decide(meetingId, line, change)
    if (after.length === 0) return { removed: [], ids: [line.id] }
    const applied = await this.options.changes.apply({ meetingId, before, after, madeBy: by })
    if (!applied) throw changedMeanwhile()
    return applied
  }

  async #decide(
    meetingId: string,
    line: StoredUtterance,
    change: Exclude<LineChange, { action: 'undo' }>,
  ): Promise<{ before: StoredUtterance[]; after: NewUtterance[] }> {
    if (change.action === 'reassign') return { before: [line], after: reassigned(line, change) }
    if (change.action === 'split') return { before: [line], after: split(line, change) }
    const next = await this.options.changes.next(meetingId, line)
    if (next?.id !== change.next_id || next.version !== change.next_version) throw changedMeanwhile()
    if (line.text.length + next.text.length >= MAX_TEXT)
      throw new ServiceError('invalid', `A line holds at most ${MAX_TEXT} characters`)
    return { before: [line, next], after: [merged(line, next)] }
  }

  async #undo(meetingId: string, changeId: string): Promise<ChangedLines> {
    const undone = await this.options.changes.undo(meetingId, changeId)
    if (undone === 'unknown') throw new ServiceError('not_found', 'There is no such change to take back')
    if (undone === 'changed') throw changedMeanwhile()
    return undone
  }

  async #find(meetingId: string, id: string): Promise<StoredUtterance> {
    const line = await this.options.utterances.find(meetingId, id)
    if (!line) throw new ServiceError('not_found', 'There is no such line in this meeting')
    return line
  }
}

function reassigned(line: StoredUtterance, { speaker_id: speakerId }: Change<'reassign'>): NewUtterance[] {
  const isSame = line.speakerSegments.length === 1 && line.speakerSegments[0]!.speakerId === speakerId
  if (isSame) return []
  const speakerSegments = [{ speakerId, text: line.text }]
  return [{ ...line, speakerIds: [speakerId], speakerSegments, heardAs: heardVoices(line) }]
}

function split(line: StoredUtterance, { at }: Change<'split'>): NewUtterance[] {
  const halves = splitLine(line, at)
  if (!halves) throw new ServiceError('invalid', 'There is no place between two words there')
  const [first, second] = halves.map(half => ({ ...half, ...speakersOf(half) })) as [
    StoredUtterance,
    StoredUtterance,
  ]
  return [first, { ...second, id: `${line.id}~${randomUUID().slice(0, 8)}` }]
}

function merged(line: StoredUtterance, next: StoredUtterance): NewUtterance {
  const one = mergeLines(line, next)
  const speakerIds = unique([...line.speakerIds, ...next.speakerIds])
  return {
    ...one,
    speakerIds,
    csis: unique([...line.csis, ...next.csis]),
    heardAs: unique([...heardVoices(line), ...heardVoices(next)]),
    confidence: weighed(line, next),
    timesEstimated: line.timesEstimated || next.timesEstimated,
  }
}

/** Half of a line of two people may be one person's. */
function speakersOf(half: StoredUtterance): Pick<NewUtterance, 'speakerIds' | 'heardAs'> {
  const ids = unique(half.speakerSegments.map(({ speakerId }) => speakerId))
  return { speakerIds: ids.length > 0 ? ids : half.speakerIds, heardAs: heardVoices(half) }
}

function weighed(one: StoredUtterance, other: StoredUtterance): number | null {
  if (one.confidence === null || other.confidence === null) return one.confidence ?? other.confidence
  const [a, b] = [Math.max(1, one.words.length), Math.max(1, other.words.length)]
  return (one.confidence * a + other.confidence * b) / (a + b)
}

const unique = <T>(values: readonly T[]): T[] => [...new Set(values)]

const changedMeanwhile = () => new ServiceError('newer_version', 'Another user has changed these lines')
