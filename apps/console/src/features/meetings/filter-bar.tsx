import { type FacetName, facetNames } from '@livetap/contract'
import { Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type FormEvent, useRef } from 'react'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { facetLabels, valueText } from './facet-text'
import classes from './library.module.css'
import { type LibraryAddress, withFacet, withValues } from './library-address'

interface Props {
  search: URLSearchParams
  address: LibraryAddress
  onSearch: (search: URLSearchParams) => void
}

/** Words and days to narrow the list by, and a chip for all that narrows it. */
export function FilterBar({ search, address, onSearch }: Props) {
  const form = useRef<HTMLFormElement>(null)
  useShortcuts([
    { keys: '/', label: 'Filter the meetings', run: () => form.current?.querySelector('input')?.focus() },
  ])
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = new FormData(event.currentTarget)
    const text = (name: string) => String(given.get(name) ?? '')
    onSearch(withValues(search, { q: text('q'), from: text('from'), to: text('to') }))
  }
  const { q, from, to } = address
  const chips = [
    ...Object.entries({ q, from, to })
      .filter(([, value]) => value)
      .map(([name, value]) => ({
        text: `${plainLabels[name as 'q']}: ${value}`,
        without: withValues(search, { [name]: '' }),
      })),
    ...facetNames.flatMap((name: FacetName) =>
      address.chosen[name].map(value => ({
        text: `${facetLabels[name]}: ${valueText(name, value)}`,
        without: withFacet(search, name, value, false),
      })),
    ),
  ]
  return (
    <>
      {/* Another address fills the fields anew. */}
      <form
        key={`${q} ${from} ${to}`}
        ref={form}
        className={classes.bar}
        aria-label="Filters"
        onSubmit={apply}
      >
        <TextInput
          size="xs"
          name="q"
          label="Words"
          placeholder="Title, host, number or id"
          maxLength={200}
          defaultValue={q}
        />
        <TextInput size="xs" type="date" name="from" label="From" defaultValue={from} />
        <TextInput size="xs" type="date" name="to" label="To" defaultValue={to} />
        <Button size="xs" type="submit" variant="default">
          Apply
        </Button>
      </form>
      {chips.length > 0 && (
        <ul className={classes.chips} aria-label="Filters in use">
          {chips.map(({ text, without }) => (
            <li key={text}>
              <Button
                size="compact-xs"
                variant="light"
                rightSection={<IconX size={12} />}
                aria-label={`Remove the filter ${text}`}
                onClick={() => onSearch(without)}
              >
                {text}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const plainLabels = { q: 'Words', from: 'From', to: 'To' }
