import type { Env, LauncherMode } from '@livetap/contract'
import { defaultRange, formatDay, hasFuture, parseMoment, parseRange } from '../../../shared/dates/date-range'
import { modeForms } from '../launcher-modes'
import { type FieldName, fieldNames, fieldRule } from './launcher-fields'

type ListField = 'languages'
type FileField = 'audio_files' | 'transcripts_file' | 'local_audio_file' | 'vendor_tags_file'

/** One set of values for all modes: what was typed for one is still there in the next. */
export type LauncherValues = { [Name in Exclude<FieldName, ListField | FileField>]: string } & {
  [Name in ListField]: readonly string[]
} & { [Name in FileField]: readonly File[] }

export type FieldErrors = Partial<Record<FieldName, string>>

export interface FormCheck {
  errors: FieldErrors
  /** The first thing that keeps the mode from starting; null when it may start. */
  blockedBy: { field: FieldName; reason: string } | null
}

type EnvDefaults = Pick<
  Env,
  'default_client_region' | 'default_webex_site_id' | 'default_webex_site_name' | 'default_past_days'
>

export function firstValues(env: EnvDefaults, nowMs: number): LauncherValues {
  const values: Record<string, unknown> = {}
  for (const name of fieldNames) values[name] = firstValue(name, env, nowMs)
  return values as LauncherValues
}

function firstValue(name: FieldName, env: EnvDefaults, nowMs: number): string | readonly never[] {
  const rule = fieldRule(name)
  if (rule.kind.type === 'files' || rule.kind.type === 'many-of') return []
  switch (rule.first?.from) {
    case 'text':
      return rule.first.value
    case 'env':
      return env[rule.first.key]
    case 'past-range':
      return defaultRange(nowMs, env.default_past_days)
    case 'past-start':
      return formatDay(nowMs - env.default_past_days * 86_400_000)
    case 'today':
      return formatDay(nowMs)
    default:
      return ''
  }
}

/** Checks a mode's own fields alone: what another mode holds never blocks. */
export function checkForm(mode: LauncherMode, values: LauncherValues, nowMs: number): FormCheck {
  const errors: FieldErrors = {}
  let blockedBy: FormCheck['blockedBy'] = null
  for (const { name, required } of modeForms[mode].fields) {
    const missing = isEmpty(values[name])
    const wrong = missing ? undefined : (wrongValue(name, values[name], nowMs) ?? wrongOrder(name, values))
    if (wrong) errors[name] = wrong
    const reason = wrong
      ? `Check ${fieldRule(name).label}`
      : missing && required
        ? missingText(name)
        : undefined
    if (reason && !blockedBy) blockedBy = { field: name, reason }
  }
  return { errors, blockedBy }
}

function missingText(name: FieldName): string {
  const { kind, label } = fieldRule(name)
  if (kind.type !== 'files') return `${label} is missing`
  return kind.multiple ? 'Choose at least one file' : 'Choose a file'
}

const isEmpty = (value: string | readonly unknown[]): boolean =>
  typeof value === 'string' ? value.trim() === '' : value.length === 0

function wrongValue(name: FieldName, value: LauncherValues[FieldName], nowMs: number): string | undefined {
  const { kind, label } = fieldRule(name)
  if (kind.type === 'files') {
    const stranger = (value as readonly File[]).find(file => !hasEnding(file.name, kind.endings))
    if (stranger) return `${stranger.name}: only ${kind.endings.join(' ')} can be taken`
    const empty = (value as readonly File[]).find(file => file.size === 0)
    return empty && `${empty.name} is empty`
  }
  if (typeof value !== 'string') return undefined
  if (kind.type === 'number' && !/^\d[\d ]*$/.test(value.trim())) return `${label} takes digits only`
  if (name === 'meeting_records_amount' && !/^[1-9]\d*$/.test(value.trim()))
    return `${label} takes a whole number`
  if (kind.type === 'range' && !parseRange(value)) {
    return 'Write it as yyyy/MM/dd HH:mm-yyyy/MM/dd HH:mm, start first'
  }
  if (kind.type === 'moment' && !parseMoment(value)) return 'Write it as yyyy/MM/dd HH:mm'
  if ((kind.type === 'range' || kind.type === 'moment') && hasFuture(value, nowMs)) return 'No future dates'
  return undefined
}

function wrongOrder(name: FieldName, values: LauncherValues): string | undefined {
  if (name !== 'meeting_date_to_filter') return undefined
  const from = parseMoment(values.meeting_date_from_filter)
  const to = parseMoment(values.meeting_date_to_filter)
  return from && to && to.endMs < from.startMs ? 'Ends before it starts' : undefined
}

function hasEnding(fileName: string, endings: readonly string[]): boolean {
  const lower = fileName.toLowerCase()
  return endings.some(ending => lower.endsWith(ending))
}

/** A recording of this computer was chosen without its transcripts: it can be opened by itself. */
export const isAudioAlone = (mode: LauncherMode, values: LauncherValues, errors: FieldErrors): boolean =>
  mode === 'open_local_meeting' &&
  values.local_audio_file.length > 0 &&
  !errors.local_audio_file &&
  values.transcripts_file.length === 0
