import { Autocomplete, Combobox, NativeSelect, TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { DateField } from '../../../shared/dates/date-field'
import classes from '../launcher.module.css'
import type { FieldChoices } from './field-choices'
import { FileField } from './file-field'
import { type FieldKind, type FieldName, fieldRule } from './launcher-fields'
import { MeetingIdField } from './meeting-id-field'

const OneOfField = lazy(async () => ({ default: (await import('./choice-fields')).OneOfField }))
const ManyOfField = lazy(async () => ({ default: (await import('./choice-fields')).ManyOfField }))

interface Props {
  name: FieldName
  required: boolean
  value: string | readonly string[] | readonly File[]
  error: string | undefined
  choices: FieldChoices
  nowMs: number
  onChange: (value: string | readonly string[] | readonly File[]) => void
}

export const fieldId = (name: FieldName): string => `field-${name}`

const isWide = (kind: FieldKind): boolean =>
  kind.type === 'files' || kind.type === 'range' || (kind.type === 'text' && kind.long === true)

export function LauncherField({ name, required, value, error, choices, nowMs, onChange }: Props) {
  const { label, kind, help } = fieldRule(name)
  const common = {
    id: fieldId(name),
    label,
    required,
    className: isWide(kind) ? classes.wide : undefined,
    inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
      | 'label'
      | 'input'
      | 'description'
      | 'error'
    )[],
    // The error takes the place of the help, so that nothing below moves.
    ...(error ? { error } : { description: help }),
  }
  const text = typeof value === 'string' ? value : ''
  switch (kind.type) {
    case 'text':
    case 'number':
      if (kind.type === 'text' && kind.meetings)
        return (
          <MeetingIdField
            {...common}
            name={name}
            value={text}
            autoComplete="off"
            spellCheck={false}
            classNames={{ input: classes.mono }}
            onChange={onChange}
          />
        )
      return (
        <TextInput
          {...common}
          name={name}
          value={text}
          autoComplete="off"
          spellCheck={false}
          maxLength={kind.type === 'text' ? kind.maxLength : undefined}
          inputMode={kind.type === 'number' ? 'numeric' : undefined}
          classNames={{ input: kind.type === 'number' || kind.mono ? classes.mono : '' }}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'select':
      return (
        <NativeSelect
          {...common}
          name={name}
          value={text}
          data={[...kind.options]}
          onChange={event => onChange(event.currentTarget.value)}
        />
      )
    case 'suggest':
      return (
        <Autocomplete
          {...common}
          name={name}
          value={text}
          data={choices[kind.source].map(option => option.value)}
          rightSection={choices[kind.source].length > 0 && <Combobox.Chevron />}
          rightSectionPointerEvents="none"
          onChange={onChange}
          maxDropdownHeight={240}
        />
      )
    case 'one-of':
      return (
        <Suspense fallback={<TextInput {...common} disabled placeholder="Any" />}>
          <OneOfField
            {...common}
            name={name}
            value={text || null}
            data={[...choices[kind.source]]}
            placeholder="Any"
            onChange={picked => onChange(picked ?? '')}
          />
        </Suspense>
      )
    case 'many-of':
      return (
        <Suspense fallback={<TextInput {...common} disabled placeholder="All" />}>
          <ManyOfField
            {...common}
            name={name}
            value={[...(value as readonly string[])]}
            data={[...choices[kind.source]]}
            placeholder={value.length === 0 ? 'All' : undefined}
            onChange={onChange}
          />
        </Suspense>
      )
    case 'range':
    case 'moment':
      return (
        <DateField
          {...common}
          name={name}
          value={text}
          isRange={kind.type === 'range'}
          nowMs={nowMs}
          onChange={onChange}
        />
      )
    case 'files':
      return (
        <FileField
          {...common}
          name={name}
          files={value as readonly File[]}
          endings={kind.endings}
          multiple={kind.multiple}
          onChange={onChange}
        />
      )
  }
}
