import { AUDIT_RESULTS, auditActionNames } from '@livetap/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import classes from './audit.module.css'
import { type FilterName, filterNames, withAuditFilters } from './audit-filters'

interface Props {
  search: URLSearchParams
  onApply: (search: URLSearchParams) => void
  loading: boolean
}

const labels: Record<FilterName, string> = {
  actor: 'Who',
  action: 'Action',
  target: 'Target',
  result: 'Result',
  from: 'From',
  to: 'To',
}

const placeholders: Partial<Record<FilterName, string>> = {
  actor: 'e-mail or id',
  target: 'meeting id or another',
  from: '2026-03-04T05:06:07Z',
  to: '2026-03-05',
}

const choices: Partial<Record<FilterName, readonly string[]>> = {
  action: auditActionNames,
  result: AUDIT_RESULTS,
}

/** What the list is narrowed by: fields to set it, and a chip for each filter of the address to take it out. */
export function AuditFilterBar({ search, onApply, loading }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useShortcuts([
    { keys: '/', label: 'Filter the entries', run: () => form.current?.querySelector('input')?.focus() },
  ])
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    onApply(
      withAuditFilters(
        search,
        Object.fromEntries(filterNames.map(name => [name, String(given.get(name) ?? '')])),
      ),
    )
  }
  const set = filterNames.filter(name => search.get(name)?.trim())
  return (
    <>
      <form ref={form} className={classes.filters} onSubmit={apply} aria-label="Filters">
        {filterNames.map(name => {
          const common = {
            size: 'xs',
            name,
            label: labels[name],
            defaultValue: search.get(name) ?? '',
          } as const
          const data = choices[name]
          return data ? (
            <NativeSelect key={name} {...common} data={[{ value: '', label: 'any' }, ...data]} />
          ) : (
            <TextInput key={name} {...common} placeholder={placeholders[name]} />
          )
        })}
        <Button size="xs" type="submit" loading={loading}>
          Search
        </Button>
      </form>
      {set.length > 0 && (
        <ul className={classes.chips} aria-label="Filters in use">
          {set.map(name => (
            <li key={name}>
              <Button
                size="compact-xs"
                variant="light"
                rightSection={<IconX size={12} />}
                aria-label={`Remove the filter ${labels[name]}: ${search.get(name)}`}
                onClick={() => onApply(withAuditFilters(search, { [name]: '' }))}
              >
                {labels[name]}: {search.get(name)}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
