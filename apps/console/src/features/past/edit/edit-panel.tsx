import type { PastSession } from '@livetap/session'
import { clockText, type Utterance } from '@livetap/transcript'
import { Button, Textarea } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useShortcuts } from '../../../shared/keys/use-shortcuts'
import { useStore } from '../../../shared/use-store'
import classes from '../list/list.module.css'
import { LineActions } from './line-actions'
import { playingCharacter } from './playing-character'
import { VersionsMenu } from './versions-menu'

const said = {
  closed: '',
  clean: 'Saved as you type',
  dirty: 'Not saved yet',
  saving: 'Saving…',
  saved: 'Saved',
  failed: 'Not saved',
  conflict: 'Another user has changed this text',
} as const

/** Corrects one utterance with its sound beside it. The draft is the session's; this only shows it. */
export function EditPanel({ utterance, session }: { utterance: Utterance; session: PastSession }) {
  const { editor, replay } = session
  const state = useStore(editor)
  const clip = { key: utterance.id, startMs: utterance.startMs, endMs: utterance.endMs }
  const saveAndNext = async () => {
    const { transcript } = replay.getSnapshot()
    const at = transcript?.utterances.findIndex(one => one.id === utterance.id) ?? -1
    const next = transcript?.utterances[at + 1]
    await editor.close()
    if (!next || editor.getSnapshot().phase !== 'closed') return
    await editor.open(next.id)
    replay.command(player => player.toggleClip({ key: next.id, startMs: next.startMs, endMs: next.endMs }))
  }
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const at = playingCharacter(replay, utterance)
    if (at !== undefined) field.current?.setSelectionRange(at, at)
  }, [replay, utterance])
  const undo = async () => {
    if (editor.canUndo(utterance.id)) await editor.undo(utterance.id)
    else await session.edits.undo()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault()
      void editor.cancel()
    }
    // Typing since the last save is the browser's to undo; a save is taken back as a whole.
    const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
    if (!isUndo) return
    event.stopPropagation()
    if (state.phase === 'dirty') return
    event.preventDefault()
    void undo()
  }
  useShortcuts([
    { keys: 'mod+z', label: 'Undo the last saved change of this text or line' },
    { keys: 'Escape', label: 'Cancel the correction' },
    { keys: 'mod+Enter', label: 'Save the correction and go to the next', run: () => void saveAndNext() },
    {
      keys: 'mod+ ',
      label: 'Play or pause what is being corrected',
      run: () => replay.command(player => player.toggleClip(clip)),
    },
  ])
  return (
    <div className={classes.edit}>
      <Textarea
        ref={field}
        autosize
        minRows={1}
        maxRows={14}
        autoFocus
        aria-label={`Text from ${clockText(utterance.startMs)}`}
        dir="auto"
        value={state.text}
        onChange={event => editor.change(event.currentTarget.value)}
        onBlur={() => void editor.save()}
        onKeyDown={onKeyDown}
      />
      {state.phase === 'conflict' && state.theirs && (
        <div className={classes.conflict} role="alert">
          <p>
            {state.theirs.edited_by ?? 'Another user'} saved this meanwhile:{' '}
            <q dir="auto">{state.theirs.text}</q>
          </p>
          <Button size="compact-xs" onClick={() => void editor.resolve('mine')}>
            Keep mine
          </Button>
          <Button size="compact-xs" variant="default" onClick={() => void editor.resolve('theirs')}>
            Take theirs
          </Button>
        </div>
      )}
      <div className={classes.editBar}>
        <span className={classes.editState} data-phase={state.phase} role="status">
          {said[state.phase]}
          {state.error && `: ${state.error.message}`}
        </span>
        {state.phase === 'failed' && (
          <Button size="compact-xs" variant="default" onClick={() => void editor.save()}>
            Save again
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="default"
          disabled={!editor.canUndo(utterance.id)}
          onClick={() => void editor.undo(utterance.id)}
        >
          Undo
        </Button>
        <VersionsMenu utterance={utterance} session={session} />
        <LineActions utterance={utterance} session={session} field={field} />
        <Button size="compact-xs" onClick={() => void editor.close()}>
          Done
        </Button>
      </div>
    </div>
  )
}
