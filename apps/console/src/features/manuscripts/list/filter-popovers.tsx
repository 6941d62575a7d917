import { type ManuscriptFilters, manuscriptStatuses } from '@livetap/contract'
import { Button, CloseButton, Group, NativeSelect, TextInput } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import { languageChoices } from '../language-choices'

interface Props {
  filters: Required<ManuscriptFilters>
  onFilter: (name: keyof ManuscriptFilters, value: string) => void
}

interface Filter {
  name: keyof ManuscriptFilters
  label: string
  /** Absent: free text. */
  choices?: readonly { value: string; label: string }[]
}

const filterList: readonly Filter[] = [
  { name: 'manuscript_name', label: 'Name' },
  { name: 'manuscript_language', label: 'Language', choices: languageChoices },
  {
    name: 'manuscript_status',
    label: 'Status',
    choices: manuscriptStatuses.map(status => ({ value: status, label: status })),
  },
  { name: 'manuscript_vendor', label: 'Vendor' },
]

/** A filter per column, each with its popover; one that is set shows its value and how to get rid of it. */
export function FilterPopovers({ filters, onFilter }: Props) {
  const id = filters.manuscript_id
  return (
    <Group gap={8}>
      {id && (
        <Button.Group>
          <Button size="xs" variant="light" component="span">
            Id: {id}
          </Button>
          <Remove label="Id" onRemove={() => onFilter('manuscript_id', '')} />
        </Button.Group>
      )}
      {filterList.map(filter => (
        <FilterPopover
          key={filter.name}
          filter={filter}
          value={filters[filter.name] ?? ''}
          onFilter={value => onFilter(filter.name, value)}
        />
      ))}
    </Group>
  )
}

interface PopoverProps {
  filter: Filter
  value: string
  onFilter: (value: string) => void
}

function FilterPopover({ filter: { label, choices }, value, onFilter }: PopoverProps) {
  const [isOpen, setOpen] = useState(false)
  const apply = (next: string) => {
    setOpen(false)
    onFilter(next)
  }
  return (
    <Button.Group>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-start" trapFocus returnFocus>
        <Popover.Target>
          <Button
            size="xs"
            variant={value ? 'light' : 'default'}
            rightSection={<IconChevronDown size={12} aria-hidden />}
            onClick={() => setOpen(open => !open)}
          >
            {value ? `${label}: ${value}` : label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown p="md" aria-label={`Filter by ${label.toLowerCase()}`}>
          {choices ? (
            <NativeSelect
              size="xs"
              data-autofocus
              label={`Filter by ${label.toLowerCase()}`}
              value={value}
              data={[{ value: '', label: 'Any' }, ...choices]}
              onChange={event => apply(event.currentTarget.value)}
            />
          ) : (
            <TextFilter label={label} value={value} onApply={apply} />
          )}
        </Popover.Dropdown>
      </Popover>
      {value && <Remove label={label} onRemove={() => onFilter('')} />}
    </Button.Group>
  )
}

function TextFilter({
  label,
  value,
  onApply,
}: {
  label: string
  value: string
  onApply: (value: string) => void
}) {
  const [typed, setTyped] = useState(value)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(typed)
  }
  return (
    <form onSubmit={submit}>
      <Group gap={8} align="end" wrap="nowrap">
        <TextInput
          size="xs"
          data-autofocus
          maxLength={200}
          label={`Filter by ${label.toLowerCase()}`}
          value={typed}
          onChange={event => setTyped(event.currentTarget.value)}
        />
        <Button size="xs" type="submit">
          Apply
        </Button>
      </Group>
    </form>
  )
}

function Remove({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <CloseButton
      size={30}
      iconSize={14}
      variant="subtle"
      aria-label={`Remove the filter ${label}`}
      onClick={onRemove}
    />
  )
}
