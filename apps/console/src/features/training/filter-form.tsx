import { getChoices } from '@livetap/contract/calls/choices'
import { filterCount, readAddress, writeAddress } from '@livetap/session'
import { Button, NativeSelect, TextInput } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { useRemoteLoad } from '../../shared/remote/use-remote-load'
import { useApi, useIsEmbedded } from '../../shared/session/session-context'
import { Fold } from '../../shared/ui/layout/fold'
import { madeOrder, shardOrders } from './shard-orders'
import classes from './training.module.css'

interface Props {
  search: URLSearchParams
  onApply: (search: URLSearchParams) => void
  children: ReactNode
}

const yesOrNo = [
  { value: '', label: 'any' },
  { value: 'yes', label: 'yes' },
  { value: 'no', label: 'no' },
]

const named = [
  { name: 'languages', label: 'Languages', placeholder: 'en-US, de-DE', width: 150 },
  { name: 'site', label: 'Site', placeholder: 'any site', width: 160 },
  { name: 'source', label: 'Source', placeholder: 'any source', width: 120 },
  { name: 'min', label: 'Min length, s', placeholder: '0', width: 90 },
  { name: 'max', label: 'Max length, s', placeholder: '21', width: 90 },
] as const

/** The filters as fields; the address changes when they are applied. */
export function FilterForm({ search, onApply, children }: Props) {
  const api = useApi()
  const { data: choices } = useRemoteLoad(signal => api.call(getChoices, {}, { signal }), [])
  const address = readAddress(search)
  const hasOrders = useIsEmbedded('trainable')
  const lists: Partial<Record<string, readonly string[]>> = {
    languages: choices?.languages.map(({ code }) => code),
    site: choices?.sites,
    source: choices?.sources,
  }
  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const given = Object.fromEntries([...new FormData(event.currentTarget)].map(([k, v]) => [k, String(v)]))
    if (given.languages)
      given.languages = given.languages
        .split(/[\s,]+/)
        .filter(Boolean)
        .join(',')
    onApply(writeAddress(search, given))
  }
  // What is typed beside it stays, and so does the focus.
  const order = (value: string) => {
    const { order: chosen } = readAddress(new URLSearchParams({ order: value }))
    onApply(writeAddress(search, { order: chosen }))
  }
  const count = filterCount(address)
  return (
    <form
      key={writeAddress(search, { order: '' }).toString()}
      className={classes.filters}
      onSubmit={apply}
      aria-label="Filters"
    >
      <Fold>
        {named.map(({ name, label, placeholder, width }) => (
          <span key={name}>
            <TextInput
              size="xs"
              w={width}
              name={name}
              label={label}
              placeholder={placeholder}
              defaultValue={address[name]}
              list={lists[name] && `train-${name}`}
            />
            {lists[name] && (
              <datalist id={`train-${name}`}>
                {lists[name].map(value => (
                  <option key={value} value={value} />
                ))}
              </datalist>
            )}
          </span>
        ))}
        {hasOrders && (
          <NativeSelect
            size="xs"
            name="order"
            label="Order"
            data={[madeOrder, ...shardOrders]}
            defaultValue={address.order}
            onChange={event => order(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          size="xs"
          name="edited"
          label="Edited"
          data-hint="By a person; a text that was confirmed counts too"
          data={yesOrNo}
          defaultValue={address.edited}
        />
        <NativeSelect
          size="xs"
          name="unusable"
          label="Unusable"
          data={yesOrNo}
          defaultValue={address.unusable}
        />
        {address.meeting && (
          <TextInput size="xs" name="meeting" label="Meeting" defaultValue={address.meeting} />
        )}
        <Button size="xs" type="submit">
          Apply
        </Button>
        {count > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => onApply(writeAddress(new URLSearchParams(), { order: address.order }))}
          >
            Clear
          </Button>
        )}
      </Fold>
      {children}
    </form>
  )
}
