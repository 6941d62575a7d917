import type { LineChange } from '@livetap/contract'
import { replaceLines, type Utterance } from '@livetap/transcript'
import { ApiError } from '../../api-error'
import type { PastCalls } from '../past-calls'
import type { Replay } from '../replay'
import type { PastEdits } from './past-edits'
import type { UtteranceEditor } from './utterance-editor'

interface PastLinesParts {
  replay: Replay
  calls: PastCalls
  editor: UtteranceEditor
  edits: PastEdits
}

/** Lines of a past meeting: another speaker, two of one, one of two. All reject with what went wrong, and can be taken back. */
export class PastLines {
  constructor(private readonly parts: PastLinesParts) {}

  readonly reassign = async (id: string, speakerId: string): Promise<void> => {
    const line = await this.#settled(id)
    await this.#change({ action: 'reassign', ...line, speaker_id: speakerId })
  }

  /** At a character of the draft; the editor goes on in the second line. */
  readonly split = async (id: string, at: number): Promise<void> => {
    const { editor } = this.parts
    const { text } = editor.getSnapshot()
    const indent = text.length - text.trimStart().length
    const line = await this.#settled(id)
    const ids = await this.#change({ action: 'split', ...line, at: Math.max(1, at - indent) })
    await editor.reopen(ids[1] ?? id)
  }

  /** The editor goes on in the whole. */
  readonly mergeWithNext = async (id: string): Promise<void> => {
    const next = this.nextOf(id)
    if (!next) throw new Error('There is no line after this one')
    const line = await this.#settled(id)
    const after = { next_id: next.id, next_version: next.version }
    await this.#change({ action: 'merge', ...line, ...after })
    await this.parts.editor.reopen(id)
  }

  nextOf(id: string): Utterance | undefined {
    const utterances = this.parts.replay.getSnapshot().transcript?.utterances ?? []
    const at = utterances.findIndex(utterance => utterance.id === id)
    return at < 0 ? undefined : utterances[at + 1]
  }

  /** What is typed is saved before the line changes its shape. */
  async #settled(id: string): Promise<{ utterance_id: string; version: number }> {
    const { editor, replay } = this.parts
    if (!replay.getSnapshot().isComplete) throw new Error('The transcript is still loading')
    await editor.save()
    const { phase } = editor.getSnapshot()
    if (phase === 'failed' || phase === 'conflict') throw new Error('The text could not be saved first')
    const line = replay.utterance(id)
    if (!line) throw new Error('This line is gone')
    return { utterance_id: id, version: line.version }
  }

  /** The ids of the lines that came of it. */
  async #change(change: LineChange): Promise<string[]> {
    const { calls, edits, editor, replay } = this.parts
    const { change_id, removed, utterances } = await calls.changeLines(change).catch(asLineError)
    const { transcript } = replay.getSnapshot()
    if (transcript) replay.setTranscript(replaceLines(transcript, removed, utterances))
    const ids = utterances.map(({ id }) => id)
    // Their earlier texts were those of other lines.
    editor.forget([...removed, ...ids])
    if (change_id !== undefined)
      edits.remember(async () => {
        await editor.close()
        await this.#change({ action: 'undo', change_id }).catch(() => {})
      })
    return ids
  }
}

/** Another user was faster: what is shown is not what the server has. */
export class LinesChangedError extends Error {
  constructor() {
    super('Another user has changed these lines.')
  }
}

function asLineError(error: unknown): never {
  throw error instanceof ApiError && error.status === 409 ? new LinesChangedError() : error
}
