import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { DB } from '../../../platform/db/schema'
import { notRestricted, ofVisibleMeeting } from '../../access'
import type { ShardFilter } from './shard-filter'

const eb = expressionBuilder<DB, 'shard'>()

const secondOf = (date: Date) => Math.floor(date.getTime() / 1000)

/** The conditions of a filter, one for each of its fields that is given. */
export function matches(filter: ShardFilter): Expression<SqlBool> {
  const meetingId = sql.ref('shard.meeting_id')
  const conditions: Expression<SqlBool>[] = [
    filter.seenBy ? ofVisibleMeeting(filter.seenBy, meetingId) : notRestricted(meetingId),
  ]
  const add = <Value>(value: Value | undefined, condition: (value: Value) => Expression<SqlBool>) => {
    if (value !== undefined) conditions.push(condition(value))
  }
  const known =
    (column: 'csi' | 'human_text' | 'participant_id' | 'global_participant_id' | 'unusable_reason') =>
    (wanted: boolean) =>
      eb(`shard.${column}`, wanted ? 'is not' : 'is', null)

  add(filter.region, region => eb('shard.region', '=', region))
  add(filter.meetingId, id => eb('shard.meeting_id', '=', id))
  add(filter.siteName, site => eb('shard.site_name', '=', site))
  add(filter.source, source => eb('shard.source', '=', source))
  add(filter.languages, languages => eb.or(languages.map(language => speaks(language))))
  add(filter.evaluation, evaluation =>
    evaluation ? sql<SqlBool>`shard.is_evaluation` : sql<SqlBool>`not shard.is_evaluation`,
  )
  add(filter.hasCsi, known('csi'))
  add(filter.hasHumanTranscript, known('human_text'))
  add(filter.hasParticipantId, known('participant_id'))
  add(filter.hasGlobalParticipantId, known('global_participant_id'))
  add(filter.unusable, known('unusable_reason'))
  add(filter.createdFrom, date => eb('shard.created_second', '>=', secondOf(date)))
  add(filter.createdUntil, date => eb('shard.created_second', '<=', secondOf(date)))
  add(filter.minLengthMs, length => eb('shard.length_ms', '>=', length))
  add(filter.maxLengthMs, length => eb('shard.length_ms', '<=', length))
  return eb.and(conditions)
}

/** In the words of the index; a code with a region names that one alone. */
function speaks(language: string): Expression<SqlBool> {
  const [base = language] = language.split('-')
  const spoken = sql<SqlBool>`split_part(shard.language_code, '-', 1) = ${base}`
  return base === language ? spoken : eb.and([spoken, eb('shard.language_code', '=', language)])
}
