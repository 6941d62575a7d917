import type { Player, Replay } from '@livetap/session'
import { timeParam } from '@livetap/transcript'
import { type RefObject, useEffect } from 'react'
import { useShortcuts } from '../../../shared/keys/use-shortcuts'
import { nextSpeed, rememberSpeed } from '../../../shared/playback-speed'
import { useToasts } from '../../../shared/ui/feedback/toasts'
import { copyMoment } from '../list/copy-moment'
import { highlightOf } from '../list/highlight-of'
import type { ListHandle } from '../list/transcript-list'
import type { PastTab } from '../past-tab'
import { useEditing } from './replay-context'

interface Options {
  replay: Replay
  setTab: (tab: PastTab) => void
  list: RefObject<ListHandle | null>
}

/** The utterance that plays, or the last one that did. */
function utteranceNow(replay: Replay) {
  const { transcript } = replay.getSnapshot()
  const { utterance } = replay.follower.getSnapshot()
  if (!transcript) return undefined
  if (utterance >= 0) return transcript.utterances[utterance]
  const now = replay.player.positionMs
  return transcript.utterances.findLast(({ startMs }) => startMs <= now) ?? transcript.utterances[0]
}

/** The start of the utterance before or after this moment; a first step back goes to the start of this one. */
function neighbour(replay: Replay, step: 1 | -1): number | undefined {
  const utterances = replay.getSnapshot().transcript?.utterances ?? []
  const now = replay.player.positionMs
  if (step > 0) return utterances.find(({ startMs }) => startMs > now + 1)?.startMs
  return utterances.findLast(({ startMs }) => startMs < now - 800)?.startMs ?? 0
}

export function useReplayKeys({ replay, setTab, list }: Options): void {
  const session = useEditing()
  const toasts = useToasts()
  const run = (action: (player: Player) => unknown) => () => replay.command(action)
  const skip = (ms: number) => run(player => player.skip(ms))
  const speed = (step: 1 | -1) => () => {
    const rate = nextSpeed(replay.player.getSnapshot().rate, step)
    replay.player.setRate(rate)
    rememberSpeed(rate)
  }
  const go = (step: 1 | -1) => () => {
    const at = neighbour(replay, step)
    if (at !== undefined) replay.command(player => player.seek(at))
  }
  const edit = () => {
    const utterance = utteranceNow(replay)
    const position = utterance ? (replay.getSnapshot().transcript?.utterances.indexOf(utterance) ?? -1) : -1
    if (!utterance || !session) return
    setTab('transcripts')
    list.current?.show(position)
    void session.editor.open(utterance.id)
  }
  const highlight = async () => {
    const utterance = utteranceNow(replay)
    if (!utterance || !session) return
    const { text, range } = highlightOf(replay, utterance)
    await session.edits.createHighlight(text, range)
  }
  useShortcuts([
    { keys: ' ', label: 'Play or pause' },
    { keys: 'k', label: 'Play or pause', run: run(player => player.toggle()) },
    { keys: 'ArrowLeft', label: 'Back 5 seconds', run: skip(-5000) },
    { keys: 'ArrowRight', label: 'Forward 5 seconds', run: skip(5000) },
    { keys: 'j', label: 'Back 10 seconds', run: skip(-10_000) },
    { keys: 'l', label: 'Forward 10 seconds', run: skip(10_000) },
    { keys: 'p', label: 'Previous utterance', run: go(-1) },
    { keys: 'n', label: 'Next utterance', run: go(1) },
    { keys: '<', label: 'Slower', run: speed(-1) },
    { keys: '>', label: 'Faster', run: speed(1) },
    { keys: '1', label: 'Show the transcripts', run: () => setTab('transcripts') },
    { keys: '2', label: 'Show the highlights', run: () => setTab('highlights') },
    ...(session
      ? [
          {
            keys: 'c',
            label: 'Copy link to this moment',
            run: () => void copyMoment(timeParam(replay.player.positionMs), toasts),
          },
          { keys: 'e', label: 'Correct the text that plays', run: edit },
          {
            keys: 'mod+z',
            label: 'Undo the last deleted highlight or renamed speaker',
            run: () => void session.edits.undo(),
          },
          { keys: 'h', label: 'Highlight what plays, or the selected words', run: () => void highlight() },
        ]
      : []),
  ])

  // A focused control keeps its own space bar, which the list of shortcuts cannot know.
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented)
        return
      const target = event.target as HTMLElement
      if (target.closest('button, a, input, textarea, select, [role=tab], [role=menuitem], [role=dialog]'))
        return
      event.preventDefault()
      replay.command(player => player.toggle())
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [replay])
}
