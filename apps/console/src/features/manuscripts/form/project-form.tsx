import { HOURS_STEP, SITES, texts, VENDORS } from '@livetap/contract'
import { type ProjectFormErrors, type ProjectFormValues, projectBody, projectErrors } from '@livetap/session'
import { Autocomplete, Button, NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DateField } from '../../../shared/dates/date-field'
import { languageChoices } from '../language-choices'
import classes from '../manuscripts.module.css'
import { isoOf, typedDate } from './typed-date'

interface Props {
  initial: ProjectFormValues
  submitLabel: string
  isSubmitting: boolean
  onSubmit: (body: ReturnType<typeof projectBody>) => void
  /** Beside the submit button. */
  extra?: ReactNode
  /** What the values come to, above the submit button. */
  outcome?: (values: ProjectFormValues) => ReactNode
}

const YEAR_MS = 366 * 86_400_000
const vendorChoices = Object.entries(VENDORS).map(([value, label]) => ({ value, label }))

/** The fields of a labelling project. What is wrong is said at its field, after the first try. */
export function ProjectForm({ initial, submitLabel, isSubmitting, onSubmit, extra, outcome }: Props) {
  const [values, setValues] = useState(initial)
  const [dates, setDates] = useState({ start: typedDate(initial.start), end: typedDate(initial.end) })
  const [isTried, setTried] = useState(false)
  const nowMs = Date.now()
  const complete: ProjectFormValues = {
    ...values,
    start: isoOf(dates.start, initial.start, 'startMs'),
    end: isoOf(dates.end, initial.end, 'endMs'),
  }
  const errors: ProjectFormErrors = isTried ? projectErrors(complete, nowMs) : {}
  const set = (change: Partial<ProjectFormValues>) => setValues(held => ({ ...held, ...change }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isSubmitting) return
    setTried(true)
    if (Object.keys(projectErrors(complete, nowMs)).length === 0) onSubmit(projectBody(complete))
  }
  const hours = {
    min: 0,
    step: HOURS_STEP,
    required: true,
    hideControls: false,
    allowNegative: false,
  } as const
  const length = { min: 1, required: true, allowNegative: false, allowDecimal: false, suffix: ' ms' } as const
  return (
    <form className={classes.form} noValidate onSubmit={submit}>
      <TextInput
        className={classes.wide}
        label="Name"
        name="name"
        required
        maxLength={200}
        value={values.name}
        error={errors.name}
        onChange={event => set({ name: event.currentTarget.value })}
      />
      <Select
        label="Language"
        name="language"
        required
        searchable
        allowDeselect={false}
        data={languageChoices}
        value={values.language}
        error={errors.language}
        onChange={language => set({ language: language ?? '' })}
      />
      <Select
        label="Vendor"
        name="vendor"
        required
        allowDeselect={false}
        data={vendorChoices}
        value={values.vendor}
        error={errors.vendor}
        onChange={vendor => set({ vendor: vendor ?? '' })}
      />
      <NumberInput
        {...hours}
        label="Train hours"
        name="train_hours"
        value={values.trainHours}
        error={errors.trainHours}
        onChange={trainHours => set({ trainHours: String(trainHours) })}
      />
      <NumberInput
        {...hours}
        label="Eval hours"
        name="eval_hours"
        value={values.evalHours}
        error={errors.evalHours}
        onChange={evalHours => set({ evalHours: String(evalHours) })}
      />
      <NumberInput
        {...length}
        label="Shard min length"
        name="min_length_ms"
        value={values.minLengthMs}
        error={errors.minLengthMs}
        onChange={minLengthMs => set({ minLengthMs: String(minLengthMs) })}
      />
      <NumberInput
        {...length}
        label="Shard max length"
        name="max_length_ms"
        value={values.maxLengthMs}
        error={errors.maxLengthMs}
        onChange={maxLengthMs => set({ maxLengthMs: String(maxLengthMs) })}
      />
      <Autocomplete
        className={classes.wide}
        label="Site name"
        name="site_name"
        description="Only shards of this site; empty: of every site."
        data={[...SITES]}
        value={values.siteName}
        onChange={siteName => set({ siteName })}
      />
      <DateField
        label="Start date, UTC"
        name="start_datetime"
        isRange={false}
        nowMs={nowMs}
        value={dates.start}
        error={errors.start}
        onChange={start => setDates(held => ({ ...held, start }))}
      />
      <DateField
        label="End date, UTC"
        name="end_datetime"
        isRange={false}
        nowMs={nowMs}
        untilMs={nowMs + 5 * YEAR_MS}
        value={dates.end}
        error={errors.end}
        onChange={end => setDates(held => ({ ...held, end }))}
      />
      <Switch
        label={texts.manuscripts.hasGlobalCsi}
        description="Only shards whose speaker has a global participant id; off: either."
        checked={values.hasGlobalCsi}
        onChange={event => set({ hasGlobalCsi: event.currentTarget.checked })}
      />
      <Switch
        label={texts.manuscripts.hasParticipantCsi}
        description="Only shards whose speaker has a participant id; off: either."
        checked={values.hasParticipantCsi}
        onChange={event => set({ hasParticipantCsi: event.currentTarget.checked })}
      />
      {outcome?.(complete)}
      <div className={classes.formEnd}>
        <Button type="submit" disabled={isSubmitting}>
          {isSubmitting ? texts.manuscripts.submitting : submitLabel}
        </Button>
        {extra}
      </div>
    </form>
  )
}
