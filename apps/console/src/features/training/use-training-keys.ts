import type { TrainingSession } from '@livetap/session'
import { type RefObject, useEffect } from 'react'
import { useShortcuts } from '../../shared/keys/use-shortcuts'
import { nextSpeed, rememberSpeed } from '../../shared/playback-speed'
import { LEAVE_TEXT } from './card/shard-text'
import type { ShardListHandle } from './list/virtual-shards'

/** The keys of a trainer. Those with a modifier work while typing, so that the hands stay where they are. */
export function useTrainingKeys(
  session: TrainingSession,
  listHandle: RefObject<ShardListHandle | null>,
): void {
  const { player } = session.room.player
  const speed = (step: 1 | -1) => () => {
    const rate = nextSpeed(player.getSnapshot().rate, step)
    player.setRate(rate)
    rememberSpeed(rate)
  }
  const part = (selector: string) =>
    listHandle.current?.show(session.getSnapshot().current)?.querySelector<HTMLElement>(selector)
  const step = (by: 1 | -1) => () => void session.step(by)
  useShortcuts([
    { keys: 'Enter', label: 'Type into the text', run: () => part('textarea')?.focus() },
    { keys: 'Escape', label: LEAVE_TEXT },
    { keys: 'mod+ ', label: 'Play or pause', run: session.togglePlay },
    { keys: 'mod+b', label: 'Play again from the start', run: session.replay },
    { keys: 'mod+s', label: 'Save', run: () => void session.save() },
    { keys: 'mod+Enter', label: 'Save, go to the next and play it', run: () => void session.saveAndNext() },
    { keys: ['alt+ArrowDown', 'j'], label: 'Next utterance', run: step(1) },
    { keys: ['alt+ArrowUp', 'k'], label: 'Previous utterance', run: step(-1) },
    { keys: ['mod+,', '<'], label: 'Slower', run: speed(-1) },
    { keys: ['mod+.', '>'], label: 'Faster', run: speed(1) },
    { keys: 'mod+z', label: 'Undo typing, then the last save' },
    {
      keys: ['mod+u', 'u'],
      label: 'Mark as unusable, or see why it is',
      run: () => part('[data-part=unusable]')?.click(),
    },
  ])
  // A focused control keeps its own space bar, which the list of shortcuts cannot know.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      if ((event.target as HTMLElement).closest('button, a, input, textarea, select, [role=dialog]')) return
      event.preventDefault()
      session.togglePlay()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [session])
}
