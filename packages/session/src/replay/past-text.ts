import { buildHighlights } from '@livetap/transcript'
import type { Scope } from '../scope'
import type { TranscriptPage } from './bulk-answers'
import type { UtteranceEditor } from './edit/utterance-editor'
import { firstPage, loadTranscript } from './load-transcript'
import type { PastCalls } from './past-calls'
import type { PastLoading } from './past-state'
import type { PollOutcome } from './poll-part'
import type { Replay } from './replay'

export interface PastTextParts {
  replay: Replay
  calls: PastCalls
  editor: UtteranceEditor
  setLoading: (change: Partial<PastLoading>) => void
}

/** Transcript and highlights of a past meeting on their way into the replay. */
export class PastText {
  #first: Promise<TranscriptPage> | undefined

  constructor(private readonly parts: PastTextParts) {}

  /** Beside the question of the status: the first text waits for one answer instead of two. */
  askAhead(scope: Scope): void {
    this.#first = firstPage(this.parts.calls, scope)
    this.#first.catch(() => {})
  }

  /** What was answered while the meeting was not ready is out of date. */
  dropAhead(): void {
    this.#first = undefined
  }

  async fetchTranscript(scope: Scope): Promise<PollOutcome> {
    const { replay, calls, editor, setLoading } = this.parts
    setLoading({ transcripts: true })
    const first = this.#first
    this.#first = undefined
    try {
      await loadTranscript({
        calls,
        first,
        scope,
        // A text that is read stays until the whole of another one is there.
        showsFirst: replay.getSnapshot().transcript === undefined,
        onOffTheRecord: ranges => replay.setOffTheRecord(ranges),
        onTranscript: (transcript, progress, cues) => {
          editor.carryOver(() => replay.setTranscript(transcript, progress, cues))
          setLoading({ transcripts: false })
        },
      })
      return 'loaded'
    } finally {
      setLoading({ transcripts: false })
    }
  }

  async fetchHighlights(scope: Scope): Promise<PollOutcome> {
    const { replay, calls, setLoading } = this.parts
    setLoading({ highlights: true })
    try {
      replay.setHighlights(buildHighlights(await calls.highlights(scope.signal)))
      return 'loaded'
    } finally {
      setLoading({ highlights: false })
    }
  }
}
