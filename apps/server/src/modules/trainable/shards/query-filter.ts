import type { ShardQuery } from '@livetap/contract'
import type { ShardFilter } from './shard-filter'

const dateOf = (text: string | undefined) => (text === undefined ? undefined : new Date(text))

/** The fields of the documents' filter, as a caller spells them. */
export type WireFilter = Omit<ShardQuery, 'limit' | 'sync_key' | 'client_region'> & {
  client_region?: string
}

export function filterOf(query: WireFilter): ShardFilter {
  const languages = query.language
    ?.split(',')
    .map(code => code.trim())
    .filter(Boolean)
  return {
    region: query.client_region,
    meetingId: query.meeting_id,
    siteName: query.site_name,
    source: query.source,
    languages: languages?.length ? languages : undefined,
    evaluation: query.evaluation,
    hasCsi: query.has_csi,
    hasHumanTranscript: query.has_human_transcript ?? query.edited,
    hasParticipantId: query.has_participant_id,
    hasGlobalParticipantId: query.has_global_participant_id,
    createdFrom: dateOf(query.start_time),
    createdUntil: dateOf(query.end_time),
    minLengthMs: query.min_length_ms,
    maxLengthMs: query.max_length_ms,
    unusable: query.unusable,
  }
}
