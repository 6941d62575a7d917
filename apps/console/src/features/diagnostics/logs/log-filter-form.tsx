import { metrics, SERVICES, SEVERITIES } from '@livetap/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import classes from '../diagnostics.module.css'
import { ranges, withFilters } from './log-filters'

const METRICS_LIST = 'log-metrics'

interface Props {
  search: URLSearchParams
  onApply: (search: URLSearchParams) => void
  loading: boolean
  children: ReactNode
}

const named = [
  { name: 'text', label: 'Words', placeholder: 'words of the message or its fields' },
  { name: 'meeting', label: 'Meeting', placeholder: 'meeting id' },
  { name: 'metric', label: 'Metric', placeholder: 'any metric' },
  { name: 'pod', label: 'Pod', placeholder: 'any process' },
] as const

/** The query as fields; the address changes when it is applied. */
export function LogFilterForm({ search, onApply, loading, children }: Props) {
  const [last, setLast] = useState(search.get('last') ?? '')
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = Object.fromEntries([...new FormData(event.currentTarget)].map(([k, v]) => [k, String(v)]))
    onApply(withFilters(search, last === '' ? given : { ...given, from: '', to: '' }))
  }
  return (
    <form className={classes.filters} onSubmit={apply} aria-label="Filters">
      {named.map(({ name, label, placeholder }) => (
        <TextInput
          key={name}
          size="xs"
          name={name}
          label={label}
          placeholder={placeholder}
          defaultValue={search.get(name) ?? ''}
          list={name === 'metric' ? METRICS_LIST : undefined}
        />
      ))}
      <datalist id={METRICS_LIST}>
        {Object.values(metrics).map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <NativeSelect
        size="xs"
        name="service"
        label="Service"
        data={[{ value: '', label: 'any' }, ...SERVICES]}
        defaultValue={search.get('service') ?? ''}
      />
      <NativeSelect
        size="xs"
        name="severity"
        label="Severity"
        data={[{ value: '', label: 'any' }, ...SEVERITIES]}
        defaultValue={search.get('severity') ?? ''}
      />
      <NativeSelect
        size="xs"
        name="last"
        label="Time"
        value={last}
        data={[
          ...Object.entries(ranges).map(([value, { label }]) => ({ value, label })),
          { value: '', label: 'Between' },
        ]}
        onChange={event => setLast(event.currentTarget.value)}
      />
      {last === '' &&
        (['from', 'to'] as const).map(name => (
          <TextInput
            key={name}
            size="xs"
            name={name}
            label={name === 'from' ? 'From' : 'To'}
            placeholder="2026-03-04T05:06:07Z"
            defaultValue={search.get(name) ?? ''}
          />
        ))}
      <Button size="xs" type="submit" loading={loading}>
        Search
      </Button>
      {children}
    </form>
  )
}
