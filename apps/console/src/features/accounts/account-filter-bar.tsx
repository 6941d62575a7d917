import { accountStates, type ManagedTeam, roles } from '@livetap/contract'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, useRef } from 'react'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { filterNames, withFilters } from './account-filters'
import { stateWords } from './account-text'
import classes from './accounts.module.css'

interface Props {
  search: URLSearchParams
  teams: readonly ManagedTeam[]
  onApply: (search: URLSearchParams) => void
  loading: boolean
}

const any = { value: '', label: 'any' }

/** What the list is narrowed by; all of it is in the address. */
export function AccountFilterBar({ search, teams, onApply, loading }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useShortcuts([
    { keys: '/', label: 'Filter the accounts', run: () => form.current?.querySelector('input')?.focus() },
  ])
  const apply = (form: HTMLFormElement) => {
    const given = new FormData(form)
    onApply(
      withFilters(search, Object.fromEntries(filterNames.map(name => [name, String(given.get(name) ?? '')]))),
    )
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  const choose = () => form.current && apply(form.current)
  const field = (name: (typeof filterNames)[number], label: string) => ({
    size: 'xs',
    name,
    label,
    defaultValue: search.get(name) ?? '',
  })
  const isSet = filterNames.some(name => search.get(name)?.trim())
  return (
    <form
      ref={form}
      key={search.toString()}
      className={classes.filters}
      onSubmit={submit}
      aria-label="Filters"
    >
      <TextInput {...field('q', 'E-mail')} placeholder="a part of it" />
      <NativeSelect {...field('role', 'Role')} data={[any, ...roles]} onChange={choose} />
      <NativeSelect
        {...field('state', 'State')}
        data={[any, ...accountStates.map(value => ({ value, label: stateWords[value] }))]}
        onChange={choose}
      />
      <NativeSelect
        {...field('team', 'Team')}
        data={[any, ...teams.map(({ name }) => name)]}
        onChange={choose}
      />
      <Button size="xs" type="submit" loading={loading}>
        Search
      </Button>
      {isSet && (
        <Button size="xs" variant="default" onClick={() => onApply(new URLSearchParams())}>
          Clear the filters
        </Button>
      )}
    </form>
  )
}
