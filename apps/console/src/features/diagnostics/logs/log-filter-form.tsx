import { metrics, SERVICES, SEVERITIES } from '@livetap/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { changedFilters } from '../../../shared/address-filters'
import classes from '../diagnostics.module.css'
import { DEFAULT_RANGE, ranges } from './log-filters'

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

/** Two dates, as `from` and `to`. */
const BETWEEN = 'between'

/** What the field for the time shows; empty for the range of an address that names none. */
function rangeOf(search: URLSearchParams): string {
  const last = search.get('last') ?? ''
  if (last in ranges) return last === DEFAULT_RANGE && !search.get('meeting') ? '' : last
  return search.has('from') || search.has('to') ? BETWEEN : ''
}

/** The query as fields; the address changes when it is applied. */
export function LogFilterForm({ search, onApply, loading, children }: Props) {
  const hasMeeting = Boolean(search.get('meeting'))
  const [last, setLast] = useState(rangeOf(search))
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = Object.fromEntries([...new FormData(event.currentTarget)].map(([k, v]) => [k, String(v)]))
    onApply(
      changedFilters(
        search,
        last === BETWEEN ? { ...given, last: '' } : { ...given, last, from: '', to: '' },
      ),
    )
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
        label="Time"
        value={last}
        data={[
          { value: '', label: hasMeeting ? 'The meeting’s own' : 'Last hour' },
          ...Object.entries(ranges)
            .filter(([value]) => hasMeeting || value !== DEFAULT_RANGE)
            .map(([value, { label }]) => ({ value, label })),
          { value: BETWEEN, label: 'Between' },
        ]}
        onChange={event => setLast(event.currentTarget.value)}
      />
      {last === BETWEEN &&
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
