import {
  type LauncherMode,
  launcherActions,
  launcherGroups,
  launcherModes,
  manuscriptsPath,
  texts,
} from '@livetap/contract'
import { type KeyboardEvent, type ReactNode, useEffect, useId } from 'react'
import { Link } from 'react-router'
import { may, useUser } from '../../shared/session/session-context'
import classes from './launcher.module.css'
import { modeIcons } from './mode-icons'

interface Props {
  mode: LauncherMode
  locked: boolean
  panelId: string
  onChoose: (mode: LauncherMode) => void
  /** Enter on the chosen mode. */
  onStart: () => void
}

export const modeTabId = (mode: LauncherMode): string => `mode-${mode}`

/** One list for the arrows although each group is a tab list of its own: headings may not be inside one. */
export function ModeList({ mode, locked, panelId, onChoose, onStart }: Props) {
  const user = useUser()
  const isShown = (name: LauncherMode) => may(user, launcherActions[name])
  // Braces: newer browsers answer with a promise, which React would take for a clean-up.
  useEffect(() => {
    document.getElementById(modeTabId(mode))?.scrollIntoView({ block: 'nearest' })
  }, [mode])
  const onKeyDown = (event: KeyboardEvent, focused: LauncherMode) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      return onStart()
    }
    const target = modeAfter(focused, event.key, launcherModes.filter(isShown))
    if (!target) return
    event.preventDefault()
    onChoose(target)
    document.getElementById(modeTabId(target))?.focus()
  }
  const tab = (name: LauncherMode) => {
    const Icon = modeIcons[name]
    const chosen = name === mode
    const row = {
      role: 'tab',
      id: modeTabId(name),
      className: classes.mode,
      'aria-selected': chosen,
      'aria-controls': panelId,
      tabIndex: chosen ? 0 : -1,
      'data-mode': name,
      onKeyDown: (event: KeyboardEvent) => onKeyDown(event, name),
      children: (
        <>
          <Icon size={16} stroke={1.6} aria-hidden />
          <span>{texts.launcher.titles[name]}</span>
        </>
      ),
    }
    // Straight to the whole list; the arrows choose it like the others, for a list with filters.
    if (name === 'manuscripts' && !locked) return <Link key={name} {...row} to={manuscriptsPath()} />
    return <button key={name} {...row} type="button" disabled={locked} onClick={() => onChoose(name)} />
  }
  return (
    <div className={classes.modes}>
      {launcherGroups.map(({ heading, modes }) => {
        const shown = modes.filter(isShown)
        return (
          shown.length > 0 && (
            <ModeGroup key={heading ?? 'first'} heading={heading}>
              {shown.map(tab)}
            </ModeGroup>
          )
        )
      })}
    </div>
  )
}

function ModeGroup({ heading, children }: { heading: string | null; children: ReactNode }) {
  const id = useId()
  return (
    <div className={classes.group}>
      {heading && (
        <h3 className={classes.groupHeading} id={id}>
          {heading}
        </h3>
      )}
      <div
        role="tablist"
        aria-orientation="vertical"
        className={classes.tabs}
        {...(heading ? { 'aria-labelledby': id } : { 'aria-label': 'Meetings' })}
      >
        {children}
      </div>
    </div>
  )
}

function modeAfter(
  mode: LauncherMode,
  key: string,
  modes: readonly LauncherMode[],
): LauncherMode | undefined {
  const at = modes.indexOf(mode)
  const last = modes.length - 1
  if (key === 'ArrowDown') return modes[at === last ? 0 : at + 1]
  if (key === 'ArrowUp') return modes[at === 0 ? last : at - 1]
  if (key === 'Home') return modes[0]
  if (key === 'End') return modes[last]
  return undefined
}
