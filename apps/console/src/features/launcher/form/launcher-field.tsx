import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect } from 'react'
import { useStore } from '../../../shared/use-store'
import { whenIdle } from '../../../shared/when-idle'
import classes from '../launcher.module.css'
import type { FieldChoices } from './field-choices'
import { FileField } from './file-field'
import { lateFields } from './late-fields'
import { type FieldKind, type FieldName, fieldRule } from './launcher-fields'

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

const isMono = (kind: FieldKind): boolean =>
  ['number', 'range', 'moment'].includes(kind.type) || (kind.type === 'text' && kind.mono === true)

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
  const picking = useStore(lateFields)
  useEffect(() => whenIdle(lateFields.load), [])
  const text = typeof value === 'string' ? value : ''
  const typed = { ...common, name, value: text, autoComplete: 'off', spellCheck: false }
  const plain = (
    <TextInput
      {...typed}
      maxLength={kind.type === 'text' ? kind.maxLength : undefined}
      inputMode={kind.type === 'number' ? 'numeric' : undefined}
      classNames={{ input: isMono(kind) ? classes.mono : '' }}
      onChange={event => onChange(event.currentTarget.value)}
    />
  )
  switch (kind.type) {
    case 'text':
    case 'number':
      if (!picking || kind.type === 'number' || !kind.meetings) return plain
      return <picking.MeetingIdField {...typed} classNames={{ input: classes.mono }} onChange={onChange} />
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
      if (!picking) return plain
      return (
        <picking.SuggestField
          {...common}
          name={name}
          value={text}
          data={choices[kind.source].map(option => option.value)}
          onChange={onChange}
        />
      )
    case 'one-of':
      if (!picking) return <TextInput {...common} disabled placeholder="Any" />
      return (
        <picking.OneOfField
          {...common}
          name={name}
          value={text || null}
          data={[...choices[kind.source]]}
          placeholder="Any"
          onChange={picked => onChange(picked ?? '')}
        />
      )
    case 'many-of':
      if (!picking) return <TextInput {...common} disabled placeholder="All" />
      return (
        <picking.ManyOfField
          {...common}
          name={name}
          value={[...(value as readonly string[])]}
          data={[...choices[kind.source]]}
          placeholder={value.length === 0 ? 'All' : undefined}
          onChange={onChange}
        />
      )
    case 'range':
    case 'moment':
      if (!picking) return plain
      return (
        <picking.DateField
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
