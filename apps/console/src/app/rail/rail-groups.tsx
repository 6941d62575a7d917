import { IconKeyboard, IconSearch } from '@tabler/icons-react'
import { keyboardHelp } from '../../shared/keys/keyboard-help-state'
import { useEnv, useUser } from '../../shared/session/session-context'
import { useThemeChoice } from '../../shared/ui/theme/use-theme-choice'
import { jumpState } from '../jump/jump-state'
import {
  accountEntry,
  apiEntry,
  isOffered,
  meetingEntries,
  operationsEntries,
  type RailEntry,
  trainingEntries,
} from './rail-entries'
import { RailButton, RailGroup, RailLink } from './rail-row'
import { railState } from './rail-state'

const links = (entries: readonly RailEntry[]) =>
  entries.map(entry => (
    <li key={entry.to}>
      <RailLink entry={entry} />
    </li>
  ))

export function SearchButton() {
  const open = () => {
    railState.close()
    jumpState.open()
  }
  return <RailButton Icon={IconSearch} label="Search" opensDialog onClick={open} />
}

export function MeetingGroup() {
  const user = useUser()
  return (
    <RailGroup heading="Meetings">{links(meetingEntries.filter(entry => isOffered(user, entry)))}</RailGroup>
  )
}

export function WorkGroups() {
  const env = useEnv()
  const user = useUser()
  const groups = { Training: trainingEntries(env), Operations: operationsEntries(env) }
  return Object.entries(groups).map(([heading, entries]) => {
    const shown = entries.filter(entry => isOffered(user, entry))
    return (
      shown.length > 0 && (
        <RailGroup key={heading} heading={heading}>
          {links(shown)}
        </RailGroup>
      )
    )
  })
}

export function HelpGroup() {
  const user = useUser()
  const { label, Icon, change } = useThemeChoice()
  const openKeys = () => {
    railState.close()
    keyboardHelp.open()
  }
  return (
    <RailGroup heading="Help">
      {[
        ...links([accountEntry, apiEntry].filter(entry => isOffered(user, entry))),
        <li key="keys">
          <RailButton Icon={IconKeyboard} label="Keyboard shortcuts" opensDialog onClick={openKeys} />
        </li>,
        <li key="theme">
          <RailButton Icon={Icon} label={label} onClick={change} />
        </li>,
      ]}
    </RailGroup>
  )
}
