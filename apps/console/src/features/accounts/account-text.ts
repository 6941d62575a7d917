import type { Account, AccountState, Role } from '@livetap/contract'

const roleWords: Readonly<Record<Role, string>> = {
  admin: 'everything, accounts and the audit log too',
  operator: 'all meetings that are not restricted, training data, the installation',
  trainer: 'training data, manuscripts, and meetings that may train',
  host: 'own meetings, and those that are shared',
  viewer: 'what is shared',
}

export const stateWords: Readonly<Record<AccountState, string>> = {
  active: 'Active',
  invited: 'Invited',
  disabled: 'Disabled',
}

export const stateColors: Readonly<Record<AccountState, string>> = {
  active: 'green',
  invited: 'yellow',
  disabled: 'gray',
}

export const roleChoices = (Object.keys(roleWords) as Role[]).map(role => ({
  value: role,
  label: `${role}: ${roleWords[role]}`,
}))

export const teamsText = ({ teams }: Pick<Account, 'teams'>): string =>
  teams.map(({ name }) => name).join(', ')
