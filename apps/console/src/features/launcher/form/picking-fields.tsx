import {
  Autocomplete,
  type AutocompleteProps,
  Combobox,
  MultiSelect,
  type MultiSelectProps,
  Select,
  type SelectProps,
} from '@mantine/core'

/** The fields that open something to pick from. What they open is as large as the rest of the form: see `late-fields.ts`. */
export { DateField } from '../../../shared/dates/date-field'
export { MeetingIdField } from './meeting-id-field'

const searched = (label: unknown) => ({
  searchable: true,
  clearable: true,
  clearButtonProps: { 'aria-label': `Clear ${String(label)}` },
  nothingFoundMessage: 'No choice matches',
  maxDropdownHeight: 240,
})

export function OneOfField(props: SelectProps) {
  return <Select {...props} {...searched(props.label)} />
}

export function ManyOfField(props: MultiSelectProps) {
  return <MultiSelect {...props} {...searched(props.label)} />
}

/** Offers what is known; anything may be typed. */
export function SuggestField(props: AutocompleteProps & { data: readonly string[] }) {
  return (
    <Autocomplete
      {...props}
      rightSection={props.data.length > 0 && <Combobox.Chevron />}
      rightSectionPointerEvents="none"
      maxDropdownHeight={240}
    />
  )
}
