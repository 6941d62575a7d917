import type { ShardEdit } from '@livetap/session'
import { useRef, useState } from 'react'
import { useShortcuts } from '../../../shared/keys/use-shortcuts'
import { useStore } from '../../../shared/use-store'
import { History } from './history'
import { LEAVE_TEXT, ShardText } from './shard-text'
import classes from './text.module.css'
import { UnusableMark } from './unusable'

/** A text as it stands; a click makes it a field. One with an unsaved draft is a field from the start. */
export function InPlaceText({ edit, name }: { edit: ShardEdit; name: string }) {
  const { saved, phase, unusable } = useStore(edit)
  const [isOpen, setOpen] = useState(false)
  const area = useRef<HTMLDivElement>(null)
  const returnsFocus = useRef(false)
  const close = () => {
    // A save may end when another text is typed into already: its focus is left alone.
    const [field, focused] = [area.current, document.activeElement]
    returnsFocus.current = field !== null && (focused === document.body || field.contains(focused))
    setOpen(false)
  }
  const isUnsaved = phase !== 'clean' && phase !== 'saved'
  if (!isOpen && !isUnsaved)
    return (
      <button
        type="button"
        className={classes.said}
        data-hint="Correct this text"
        data-unusable={unusable !== null || undefined}
        dir="auto"
        ref={button => {
          if (!button || !returnsFocus.current) return
          returnsFocus.current = false
          button.focus()
        }}
        onClick={() => setOpen(true)}
      >
        {saved || '–'}
      </button>
    )
  return (
    <div ref={area} className={classes.inPlace}>
      <ShardText edit={edit} name={name} autoFocus={isOpen} onDone={close}>
        <SaveKey edit={edit} onDone={close} />
        <History edit={edit} name={name} />
        <UnusableMark edit={edit} name={name} />
      </ShardText>
    </div>
  )
}

function SaveKey({ edit, onDone }: { edit: ShardEdit; onDone: () => void }) {
  const save = () => void edit.save().then(isSaved => isSaved && onDone())
  useShortcuts([
    { keys: ['mod+Enter', 'mod+s'], label: 'Save the text', run: save },
    { keys: 'Escape', label: LEAVE_TEXT },
  ])
  return null
}
