import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core'

/** Few modes ask for a choice out of a searched list: the fields are loaded with those. */

const searched = (label: unknown) => ({
  searchable: true,
  clearable: true,
  clearButtonProps: { 'aria-label': `Clear ${String(label)}` },
  nothingFoundMessage: 'Not one of the choices',
  maxDropdownHeight: 240,
})

export function OneOfField(props: SelectProps) {
  return <Select {...props} {...searched(props.label)} />
}

export function ManyOfField(props: MultiSelectProps) {
  return <MultiSelect {...props} {...searched(props.label)} />
}
