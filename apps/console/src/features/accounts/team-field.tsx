import type { ManagedTeam } from '@livetap/contract'
import { MultiSelect } from '@mantine/core'

interface Props {
  teams: readonly Pick<ManagedTeam, 'id' | 'name'>[]
  /** Ids. */
  value: string[]
  onChange: (ids: string[]) => void
}

/** The teams that an account is in. */
export function TeamField({ teams, value, onChange }: Props) {
  return (
    <MultiSelect
      size="sm"
      label="Teams"
      description={teams.length === 0 ? 'There is no team yet: Teams, above the list, makes one.' : undefined}
      disabled={teams.length === 0}
      data={teams.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Clear Teams' }}
      nothingFoundMessage="No team matches"
    />
  )
}
