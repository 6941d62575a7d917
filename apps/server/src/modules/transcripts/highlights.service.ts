import type { HighlightCreate, TriggerInfo } from '@livetap/contract'
import { ServiceError } from '../../platform/service-error'
import type { EventRecorder } from '../events'
import type { MeetingsService } from '../meetings'
import type { HighlightsStore, StoredHighlight } from './highlights.store'
import type { UtterancesStore } from './utterances.store'

const MANUAL_SOURCE = 'manual'

export interface HighlightsServiceOptions {
  meetings: MeetingsService
  highlights: HighlightsStore
  utterances: UtterancesStore
  events: EventRecorder
}

/** Notified of every change that a person makes. */
export interface HighlightsListener {
  created(meetingId: string, highlight: StoredHighlight): unknown
  deleted(meetingId: string, highlightId: string): unknown
}

export class HighlightsService {
  listener: HighlightsListener | undefined

  constructor(private readonly options: HighlightsServiceOptions) {}

  async list(meetingId: string): Promise<StoredHighlight[]> {
    await this.options.meetings.getReady(meetingId)
    return await this.options.highlights.list(meetingId)
  }

  async create(
    meetingId: string,
    { highlight, highlight_id, restored }: HighlightCreate,
    by: string,
  ): Promise<StoredHighlight> {
    const { meetings, highlights, utterances, events } = this.options
    await meetings.getReady(meetingId)
    const { start_millis: startMs, end_millis: endMs, text, trigger_info } = highlight
    const created = await highlights.add(meetingId, {
      id: highlight_id,
      startMs,
      endMs: Math.max(startMs, endMs),
      text,
      csis: restored?.csis ?? (await utterances.csisBetween(meetingId, startMs, endMs)),
      source: restored?.highlight_source ?? MANUAL_SOURCE,
      label: restored?.highlight_label ?? '',
      trigger: triggerOf(restored?.trigger_info ?? trigger_info),
      createdBy: by,
    })
    events.of(meetingId).ledger('highlightCreated', {
      created_at: new Date().toISOString(),
      highlight_id,
      start_millis: startMs,
      source: created.source,
      created_by: by,
    })
    await this.listener?.created(meetingId, created)
    return created
  }

  async delete(meetingId: string, highlightId: string, by: string): Promise<void> {
    await this.options.meetings.getReady(meetingId)
    if (!(await this.options.highlights.delete(meetingId, highlightId)))
      throw new ServiceError('not_found', 'There is no such highlight in this meeting')
    const fields = { highlight_id: highlightId, deleted_by: by }
    this.options.events.of(meetingId).ledger('highlightDeleted', fields)
    await this.listener?.deleted(meetingId, highlightId)
  }
}

const triggerOf = ({
  type,
  trigger_by: by,
  trigger_word: word,
}: TriggerInfo): StoredHighlight['trigger'] => ({
  type,
  by,
  word,
})
