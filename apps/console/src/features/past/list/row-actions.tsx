import { timeParam, type Utterance } from '@livetap/transcript'
import type { KeyboardEvent } from 'react'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { useStore } from '../../../shared/use-store'
import { useEditing, useRoom } from '../player/replay-context'
import { copyMoment } from './copy-moment'
import { highlightOf } from './highlight-of'
import classes from './list.module.css'

const icons = {
  edit: 'M3 11.2V13h1.8l6.9-6.9-1.8-1.8zM13.2 4.6 11.4 2.8l-.9.9 1.8 1.8z',
  mark: 'M4 2h8v12l-4-3-4 3z',
  related: 'M3 4h7v5H6L3.800 11V9H3zM7 11h2.800l2.200 2v-2h1V6h-1',
  link: 'M6.5 9.5 9.5 6.5M7 4.5l1.2-1.2a2.6 2.6 0 0 1 3.7 3.7L10.7 8.2M9 11.5l-1.2 1.2A2.6 2.6 0 0 1 4.100 9L5.300 7.800',
}

interface Props {
  utterance: Utterance
  showsRelated: boolean
  onRelated: () => void
}

/** What can be done with one utterance: one stop of the Tab key, the arrows go from one to the next. */
export function RowActions({ utterance, showsRelated, onRelated }: Props) {
  const { replay, session } = useRoom()
  const editing = useEditing()
  const isProvisional = useStore(replay, data => data.isProvisional)
  const toasts = useToasts()
  if (!session || isProvisional) return null
  const highlight = async () => {
    const { text, range } = highlightOf(replay, utterance)
    await session.edits.createHighlight(text, range)
  }
  const changing: ActionProps[] = [
    { icon: 'edit', label: 'Correct the text', onClick: () => void session.editor.open(utterance.id) },
    { icon: 'mark', label: 'Highlight', onClick: () => void highlight() },
  ]
  const actions: ActionProps[] = [
    ...(editing ? changing : []),
    { icon: 'related', label: 'Related moments', isPressed: showsRelated, onClick: onRelated },
    {
      icon: 'link',
      label: 'Copy link to this moment',
      onClick: () => void copyMoment(timeParam(utterance.startMs), toasts),
    },
  ]
  return (
    <span className={classes.actions} role="toolbar" aria-label="Actions" onKeyDown={moveFocus}>
      {actions.map((action, at) => (
        <Action key={action.icon} {...action} isStop={at === 0} />
      ))}
    </span>
  )
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (!step) return
  const buttons = [...event.currentTarget.querySelectorAll('button')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  // The page's own arrows move the sound.
  event.preventDefault()
  buttons[(at + step + buttons.length) % buttons.length]?.focus()
}

interface ActionProps {
  icon: keyof typeof icons
  label: string
  isPressed?: boolean
  onClick: () => void
}

function Action({ icon, label, isPressed, onClick, isStop }: ActionProps & { isStop: boolean }) {
  return (
    <button
      type="button"
      className={classes.icon}
      aria-label={label}
      data-hint={label}
      aria-expanded={isPressed}
      tabIndex={isStop ? 0 : -1}
      onClick={onClick}
    >
      <svg
        viewBox="0 0 16 16"
        aria-hidden="true"
        data-line={icon === 'link' || icon === 'related' || undefined}
      >
        <path d={icons[icon]} />
      </svg>
    </button>
  )
}
