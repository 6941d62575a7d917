import type { ShardEdit } from '@livetap/session'
import { useState } from 'react'
import { useShortcuts } from '../../../shared/keys/use-shortcuts'
import { useStore } from '../../../shared/use-store'
import { History } from './history'
import classes from './text.module.css'
import { UnusableMark } from './unusable'
import { UtteranceText } from './utterance-text'

/** A text as it stands; a click makes it a field. One with an unsaved draft is a field from the start. */
export function InPlaceText({ edit, name }: { edit: ShardEdit; name: string }) {
  const { saved, phase, unusable } = useStore(edit)
  const [isOpen, setOpen] = useState(false)
  const isUnsaved = phase !== 'clean' && phase !== 'saved'
  if (!isOpen && !isUnsaved)
    return (
      <button
        type="button"
        className={classes.said}
        title="Correct this text"
        data-unusable={unusable !== null || undefined}
        dir="auto"
        onClick={() => setOpen(true)}
      >
        {saved || '–'}
      </button>
    )
  return (
    <UtteranceText edit={edit} name={name} autoFocus={isOpen} onDone={() => setOpen(false)}>
      <SaveKey edit={edit} onDone={() => setOpen(false)} />
      <History edit={edit} name={name} />
      <UnusableMark edit={edit} name={name} />
    </UtteranceText>
  )
}

function SaveKey({ edit, onDone }: { edit: ShardEdit; onDone: () => void }) {
  const save = () => void edit.save().then(isSaved => isSaved && onDone())
  useShortcuts([{ keys: ['mod+Enter', 'mod+s'], label: 'Save the text', run: save }])
  return null
}
