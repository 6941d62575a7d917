import type { ParserPool } from '../../../platform/parser-pool/parser-pool'
import type { Principal } from '../../../platform/principal'
import { type Meeting, type MeetingRemoval, type MeetingsService, TEXT_ONLY_SOURCE } from '../../meetings'
import type { NewUtterance } from '../utterance'
import type { UtterancesStore } from '../utterances.store'
import {
  type ImportedHead,
  type ImportedLine,
  type ImportedPart,
  transcriptImportTask,
} from './transcript-import-task'

export interface TranscriptImporterOptions {
  meetings: MeetingsService
  utterances: UtterancesStore
  parsers: ParserPool
  removal: MeetingRemoval
  site: { id: string; name: string }
}

/** Makes a meeting of lines that are there already: no recording, so nothing to process. */
export class TranscriptImporter {
  constructor(private readonly options: TranscriptImporterOptions) {}

  /** Of the body as it came; a body that is not right, or whose sender has gone, makes no meeting. */
  async import(json: Uint8Array, by: Principal, signal?: AbortSignal): Promise<Meeting> {
    const { meetings, utterances, parsers, removal } = this.options
    const caller = { userId: by.userId, signal }
    const parts = parsers.read(transcriptImportTask, { json }, caller)
    try {
      const meeting = await this.#create(await headOf(parts), by)
      try {
        await utterances.addParts(meeting.id, utterancesOf(meeting.id, parts))
      } catch (error) {
        await removal.remove(meeting.id, 'import')
        throw error
      }
      return await meetings.get(meeting.id)
    } finally {
      await parts.return(undefined)
    }
  }

  #create(head: ImportedHead, by: Principal): Promise<Meeting> {
    const { meetings, site } = this.options
    return meetings.create({
      title: head.title,
      hostUserId: by.userId,
      hostEmail: by.emails[0] ?? by.userName,
      siteId: site.id,
      siteName: site.name,
      source: TEXT_ONLY_SOURCE,
      region: head.client_region,
      language: head.languageCode,
      enableEnsemble: false,
      sharder: 'vadmarker',
      trainableShardPercent: 0,
      status: 'CallEnded',
      stage: '',
      startedAt: new Date(head.start_at_utc),
    })
  }
}

async function headOf(parts: AsyncGenerator<ImportedPart>): Promise<ImportedHead> {
  const { value } = (await parts.next()) as IteratorResult<ImportedPart, undefined>
  if (!value || !('head' in value)) throw new Error('an import begins with its head')
  return value.head
}

async function* utterancesOf(
  meetingId: string,
  parts: AsyncIterable<ImportedPart>,
): AsyncGenerator<NewUtterance[]> {
  let at = 0
  for await (const part of parts)
    if ('lines' in part) yield part.lines.map(line => utteranceOf(line, `${meetingId}/${at++}`))
}

const utteranceOf = (line: ImportedLine, id: string): NewUtterance => ({
  id,
  startMs: line.start_millis,
  endMs: Math.max(line.start_millis, line.end_millis),
  text: line.text,
  words: line.words.map(({ word, start_millis, end_millis, confidence }) => ({
    text: word,
    startMs: start_millis,
    endMs: end_millis,
    confidence,
  })),
  csis: line.csis,
  speakerIds: line.csis.map(String),
  speakerSegments: [],
  transcriptType: 'final',
  languageCode: line.language_code,
  confidence: line.confidence ?? null,
  timesEstimated: line.words.length === 0,
})
