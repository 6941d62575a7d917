import { IconKeyboard, IconSearch } from '@tabler/icons-react'
import { keyboardHelp } from '../../shared/keys/keyboard-help-state'
import { useEnv } from '../../shared/session/session-context'
import { useThemeChoice } from '../../shared/ui/theme/use-theme-choice'
import { jumpState } from '../jump/jump-state'
import { apiEntry, meetingEntries, operationsEntries, type RailEntry, trainingEntries } from './rail-entries'
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
  return <RailGroup heading="Meetings">{links(meetingEntries)}</RailGroup>
}

export function WorkGroups() {
  const env = useEnv()
  return (
    <>
      <RailGroup heading="Training">{links(trainingEntries(env))}</RailGroup>
      <RailGroup heading="Operations">{links(operationsEntries(env))}</RailGroup>
    </>
  )
}

export function HelpGroup() {
  const { label, Icon, change } = useThemeChoice()
  const openKeys = () => {
    railState.close()
    keyboardHelp.open()
  }
  return (
    <RailGroup heading="Help">
      {[
        ...links([apiEntry]),
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
