import {
  DEFAULT_LANGUAGE,
  HOUR_MS,
  MAX_REQUIRED_MS,
  MAX_SHARD_LENGTH_MS,
  type ManuscriptProject,
  type ManuscriptVendor,
  type MatchingShardsQuery,
  manuscriptVendors,
  type NewManuscript,
  SHARD_MAX_LENGTH_MS,
  SHARD_MIN_LENGTH_MS,
  texts,
} from '@livetap/contract'

/** A form as it is typed: numbers and dates are texts until it is sent. */
export interface ProjectFormValues {
  name: string
  language: string
  trainHours: string
  evalHours: string
  minLengthMs: string
  maxLengthMs: string
  siteName: string
  /** ISO moments; empty: not set. Undefined: what was typed is no date. */
  start: string | undefined
  end: string | undefined
  vendor: string
  hasGlobalCsi: boolean
  hasParticipantCsi: boolean
}

export type ProjectFormErrors = Partial<Record<keyof ProjectFormValues, string>>

export const newProjectValues: ProjectFormValues = {
  name: '',
  language: DEFAULT_LANGUAGE,
  trainHours: '0',
  evalHours: '0',
  minLengthMs: String(SHARD_MIN_LENGTH_MS),
  maxLengthMs: String(SHARD_MAX_LENGTH_MS),
  siteName: '',
  start: '',
  end: '',
  vendor: manuscriptVendors[0],
  hasGlobalCsi: true,
  hasParticipantCsi: true,
}

/** "1.25": milliseconds as hours with two decimals. */
export const formatHours = (ms: number): string => (ms / HOUR_MS).toFixed(2)

/** As a form holds it: without rounding away what two decimals cannot say. */
const hoursText = (ms: number): string => String(Number((ms / HOUR_MS).toFixed(6)))

/** A project back in its form, to edit or to clone. */
export const projectValues = (project: ManuscriptProject): ProjectFormValues => ({
  name: project.name,
  language: project.language,
  trainHours: hoursText(project.train_ms_required),
  evalHours: hoursText(project.eval_ms_required),
  minLengthMs: String(project.min_length_ms),
  maxLengthMs: String(project.max_length_ms),
  siteName: project.site_name,
  start: project.start_datetime ?? '',
  end: project.end_datetime ?? '',
  vendor: project.vendor,
  hasGlobalCsi: project.has_global_participant_id,
  hasParticipantCsi: project.has_participant_id,
})

const numberOf = (typed: string): number | undefined => {
  const value = Number(typed.trim().replace(',', '.'))
  return typed.trim() === '' || !Number.isFinite(value) ? undefined : value
}

const hoursMs = (typed: string): number => Math.round((numberOf(typed) ?? 0) * HOUR_MS)

function hoursError(typed: string): string | undefined {
  const hours = numberOf(typed)
  if (hours === undefined) return 'A number of hours is needed.'
  if (hours < 0) return 'Hours cannot be below 0.'
  return hours * HOUR_MS > MAX_REQUIRED_MS ? `At most ${MAX_REQUIRED_MS / HOUR_MS} hours.` : undefined
}

function lengthError(typed: string): string | undefined {
  const length = numberOf(typed)
  if (length === undefined || !Number.isInteger(length)) return 'A whole number of milliseconds is needed.'
  if (length < 1) return 'At least 1 millisecond.'
  return length > MAX_SHARD_LENGTH_MS ? `At most ${MAX_SHARD_LENGTH_MS} milliseconds.` : undefined
}

/** What blocks of sending; empty when nothing does. */
export function projectErrors(values: ProjectFormValues, nowMs: number): ProjectFormErrors {
  const errors: ProjectFormErrors = {
    ...(values.name.trim() === '' && { name: 'A name is needed.' }),
    ...(values.language === '' && { language: 'A language is needed.' }),
    ...(!manuscriptVendors.includes(values.vendor as ManuscriptVendor) && { vendor: 'Choose a vendor.' }),
    ...failing('trainHours', hoursError(values.trainHours)),
    ...failing('evalHours', hoursError(values.evalHours)),
    ...failing('minLengthMs', lengthError(values.minLengthMs)),
    ...failing('maxLengthMs', lengthError(values.maxLengthMs)),
    ...(values.start === undefined && { start: 'This is no date.' }),
    ...(values.end === undefined && { end: 'This is no date.' }),
  }
  if (!errors.trainHours && !errors.evalHours && hoursMs(values.trainHours) + hoursMs(values.evalHours) <= 0)
    errors.trainHours = texts.manuscripts.hoursSumRule
  if (!errors.minLengthMs && !errors.maxLengthMs && Number(values.minLengthMs) > Number(values.maxLengthMs))
    errors.maxLengthMs = 'The longest cannot be shorter than the shortest.'
  if (values.start && Date.parse(values.start) > nowMs) errors.start = 'The start cannot lie in the future.'
  if (values.start && values.end && Date.parse(values.start) > Date.parse(values.end))
    errors.end = 'The end cannot lie before the start.'
  return errors
}

const failing = (field: keyof ProjectFormValues, error: string | undefined): ProjectFormErrors =>
  error ? { [field]: error } : {}

/** What is sent for values without errors. */
export const projectBody = (values: ProjectFormValues): NewManuscript => ({
  name: values.name.trim(),
  language: values.language,
  vendor: values.vendor as ManuscriptVendor,
  site_name: values.siteName.trim(),
  train_ms_required: hoursMs(values.trainHours),
  eval_ms_required: hoursMs(values.evalHours),
  min_length_ms: Number(values.minLengthMs),
  max_length_ms: Number(values.maxLengthMs),
  has_global_participant_id: values.hasGlobalCsi,
  has_participant_id: values.hasParticipantCsi,
  ...(values.start && { start_datetime: values.start }),
  ...(values.end && { end_datetime: values.end }),
})

/** What of the values decides which shards match; undefined while one of them is wrong. */
export function matchingQuery(values: ProjectFormValues): MatchingShardsQuery | undefined {
  const { language, minLengthMs, maxLengthMs } = values
  if (language === '' || lengthError(minLengthMs) || lengthError(maxLengthMs)) return undefined
  if (Number(minLengthMs) > Number(maxLengthMs)) return undefined
  return {
    language,
    site_name: values.siteName.trim(),
    min_length_ms: Number(minLengthMs),
    max_length_ms: Number(maxLengthMs),
    has_participant_id: values.hasParticipantCsi,
    has_global_participant_id: values.hasGlobalCsi,
  }
}
