import type { transcriptImportSchema } from '@livetap/contract'
import type { z } from 'zod'
import type { Principal } from '../../platform/principal'
import { type Meeting, type MeetingsService, TEXT_ONLY_SOURCE } from '../meetings'
import type { NewUtterance } from './utterance'
import type { UtterancesStore } from './utterances.store'

type Import = z.output<typeof transcriptImportSchema>

export interface TranscriptImporterOptions {
  meetings: MeetingsService
  utterances: UtterancesStore
  site: { id: string; name: string }
}

/** Makes a meeting of lines that are there already: no recording, so nothing to process. */
export class TranscriptImporter {
  constructor(private readonly options: TranscriptImporterOptions) {}

  async import(given: Import, by: Principal): Promise<Meeting> {
    const { meetings, utterances, site } = this.options
    const meeting = await meetings.create({
      title: given.title,
      hostUserId: by.userId,
      hostEmail: by.emails[0] ?? by.userName,
      siteId: site.id,
      siteName: site.name,
      source: TEXT_ONLY_SOURCE,
      region: given.client_region,
      language: given.lines[0]!.language_code,
      enableEnsemble: false,
      sharder: 'vadmarker',
      trainableShardPercent: 0,
      status: 'CallEnded',
      stage: '',
      startedAt: new Date(given.start_at_utc),
    })
    await utterances.replaceAll(
      meeting.id,
      given.lines.map((line, at) => utteranceOf(line, `${meeting.id}/${at}`)),
    )
    return await meetings.get(meeting.id)
  }
}

const utteranceOf = (line: Import['lines'][number], id: string): NewUtterance => ({
  id,
  startMs: line.start_millis,
  endMs: Math.max(line.start_millis, line.end_millis),
  text: line.text,
  words: line.words.map(({ word, start_millis, end_millis, confidence }) => ({
    text: word,
    startMs: start_millis,
    endMs: end_millis,
    ...(confidence !== undefined && { confidence }),
  })),
  csis: line.csis,
  speakerIds: line.csis.map(String),
  speakerSegments: [],
  transcriptType: 'final',
  languageCode: line.language_code,
  confidence: line.confidence ?? null,
  timesEstimated: line.words.length === 0,
})
