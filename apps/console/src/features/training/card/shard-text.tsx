import { texts } from '@livetap/contract'
import type { ShardEdit, ShardEditPhase, ShardEditState } from '@livetap/session'
import { Button } from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { useStore } from '../../../shared/use-store'
import { ConflictNote } from './conflict-note'
import classes from './text.module.css'

const said: Record<ShardEditPhase, string> = {
  clean: '',
  dirty: 'Not saved; kept in this browser',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
  conflict: 'Another user has changed this text',
}

/** What Escape does in the field. */
export const LEAVE_TEXT = 'Leave the text; the draft is kept, an emptied text is restored'

function stateText({ phase, isKept, isConfirmed }: ShardEditState): string {
  if (phase === 'dirty' && !isKept) return 'Not saved, and this browser cannot keep it'
  return phase === 'saved' && isConfirmed ? 'Confirmed' : said[phase]
}

interface Props {
  edit: ShardEdit
  /** What it is the text of. */
  name: string
  autoFocus?: boolean
  onFocus?: (field: HTMLTextAreaElement) => void
  /** The draft was dropped, or saved by the button. */
  onDone?: () => void
  /** Between the field and its buttons. */
  below?: ReactNode
  /** Beside Save and Cancel. */
  children?: ReactNode
}

/** A text that can be corrected. The field is the browser's own while it is typed into; the draft is the session's. */
export function ShardText({ edit, name, autoFocus = false, onFocus, onDone, below, children }: Props) {
  const state = useStore(edit)
  const field = useRef<HTMLTextAreaElement>(null)
  const { phase, text } = state
  useLayoutEffect(() => {
    const element = field.current
    if (element && element.value !== text && !edit.type.isWaiting()) element.value = text
  }, [edit, text])
  useEffect(() => edit.type.flush, [edit])
  const isEmpty = text.trim() === ''
  // Save and Cancel are disabled for an empty text: this is the way out of one.
  const restore = () => {
    edit.cancel()
    onDone?.()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method has an Escape of its own.
    if (event.key === 'Escape' && !event.nativeEvent.isComposing) {
      if (event.currentTarget.value.trim() === '' && phase !== 'saving') restore()
      field.current?.blur()
    }
    // Typing since the last save is the browser's to undo; a save is taken back as a whole.
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo || phase !== 'saved' || !state.canUndo) return
    event.preventDefault()
    void edit.undo()
  }
  return (
    <div className={classes.text}>
      <textarea
        ref={field}
        className={classes.field}
        // biome-ignore lint/a11y/noAutofocus: the user has just asked to edit it
        autoFocus={autoFocus}
        rows={2}
        defaultValue={text}
        dir="auto"
        spellCheck
        aria-label={`Text of ${name}`}
        onFocus={event => onFocus?.(event.currentTarget)}
        onBlur={edit.type.flush}
        onInput={event => edit.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      {below}
      {phase === 'conflict' && state.theirs && <ConflictNote edit={edit} theirs={state.theirs} />}
      <div className={classes.bar}>
        <Button
          size="compact-xs"
          disabled={isEmpty || phase === 'conflict'}
          loading={phase === 'saving'}
          onClick={() => void edit.save().then(isSaved => isSaved && onDone?.())}
        >
          {texts.train.save}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          disabled={isEmpty || phase === 'saving'}
          onClick={() => {
            edit.cancel()
            onDone?.()
          }}
        >
          {texts.train.cancel}
        </Button>
        {isEmpty && (onDone || phase !== 'clean') && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={phase === 'saving'}
            onClick={() => {
              restore()
              // The button goes away; where the field stays, the focus goes back to it.
              field.current?.focus()
            }}
          >
            {texts.train.restore}
          </Button>
        )}
        <span className={classes.state} data-phase={phase} role="status">
          {isEmpty && phase === 'dirty' ? texts.train.emptyText : stateText(state)}
          {state.error && `: ${state.error.message}`}
        </span>
        {children}
      </div>
    </div>
  )
}
