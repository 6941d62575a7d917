import { type ArchiveFilter, decodeSyncKey } from '@livetap/contract'
import { formatExactMoment, hasFuture, parseMoment } from '../../../shared/dates/date-range'

/** The fields as they are typed, by the documents' names; an empty one filters nothing. */
export type ArchiveField = keyof ArchiveFilter
export type ArchiveValues = Readonly<Record<ArchiveField, string>>

export const emptyValues: ArchiveValues = {
  sync_key: '',
  evaluation: '',
  has_csi: '',
  has_human_transcript: '',
  has_participant_id: '',
  has_global_participant_id: '',
  start_time: '',
  end_time: '',
  source: '',
  language: '',
  max_length_ms: '',
  min_length_ms: '',
  max_total_shards_ms: '',
  site_name: '',
}

const flags = [
  'evaluation',
  'has_csi',
  'has_human_transcript',
  'has_participant_id',
  'has_global_participant_id',
] as const
const numbers = ['max_length_ms', 'min_length_ms', 'max_total_shards_ms'] as const
const words = ['sync_key', 'source', 'language', 'site_name'] as const

/** A sync key that is one fills the type and the start; any other text is just kept. */
export function changeValue(values: ArchiveValues, field: ArchiveField, text: string): ArchiveValues {
  const changed = { ...values, [field]: text }
  const key = field === 'sync_key' ? decodeSyncKey(text) : undefined
  if (!key) return changed
  return { ...changed, evaluation: String(key.evaluation), start_time: formatExactMoment(key.seconds * 1000) }
}

export type ArchiveErrors = Readonly<Partial<Record<ArchiveField, string>>>

export function errorsOf(values: ArchiveValues, nowMs: number): ArchiveErrors {
  const errors: Partial<Record<ArchiveField, string>> = {}
  for (const field of numbers)
    if (values[field].trim() && !/^\d{1,12}$/.test(values[field].trim()))
      errors[field] = 'A whole number of milliseconds, 0 or more'
  for (const field of ['start_time', 'end_time'] as const) {
    const text = values[field].trim()
    if (text && !parseMoment(text)) errors[field] = 'yyyy/MM/dd HH:mm, in UTC'
    else if (hasFuture(text, nowMs)) errors[field] = 'This lies in the future'
  }
  const [start, end] = [parseMoment(values.start_time), parseMoment(values.end_time)]
  if (start && end && end.endMs < start.startMs) errors.end_time ??= 'This is before the start'
  const [min, max] = [values.min_length_ms.trim(), values.max_length_ms.trim()]
  if (min && max && Number(min) > Number(max)) errors.max_length_ms ??= 'This is less than the minimum'
  return errors
}

/** Of values without errors; empty ones are dropped. */
export function filterOf(values: ArchiveValues): ArchiveFilter {
  const filter: Record<string, string | number | boolean> = {}
  for (const field of flags) if (values[field]) filter[field] = values[field] === 'true'
  for (const field of numbers) if (values[field].trim()) filter[field] = Number(values[field])
  for (const field of words) if (values[field].trim()) filter[field] = values[field].trim()
  const [start, end] = [parseMoment(values.start_time), parseMoment(values.end_time)]
  if (start) filter.start_time = new Date(start.startMs).toISOString()
  if (end) filter.end_time = new Date(end.endMs).toISOString()
  return filter
}

/** How much of an archive is packed. */
export const percentOf = (archive: { count: number; total: number } | undefined): number =>
  archive && archive.total > 0 ? Math.min(100, Math.round((100 * archive.count) / archive.total)) : 0
