import type { LiveTranscript } from '@livetap/contract'
import { buildTranscript } from '@livetap/transcript'
import { isWorthAsking } from '../retry'
import type { Scope } from '../scope'
import type { PastCalls } from './past-calls'
import type { Replay } from './replay'

/** A line of the running meeting in the form of the final ones. */
function utteranceOf({ id, transcript }: LiveTranscript): object {
  const { text, start_millis, end_millis, csis, language_code, alignments } = transcript
  return {
    id,
    start_millis,
    end_millis,
    alternatives: [{ transcript: text, words: alignments }],
    csis,
    language_code,
    transcript_type: 'provisional',
  }
}

/** Shows the lines of the call itself while its final text is being made. */
export class ProvisionalText {
  #lines = 0
  #isOver = false

  constructor(
    private readonly replay: Replay,
    private readonly calls: PastCalls,
  ) {}

  /** To be called again while the final text is awaited: late lines come in; once none did, no more are asked for. */
  async show(scope: Scope): Promise<void> {
    if (this.#isOver) return
    try {
      const lines = await this.calls.liveLines(scope.signal)
      this.#isOver = lines.length <= this.#lines
      this.#lines = lines.length
      if (!this.#isOver && !scope.disposed && !this.#isFinalThere())
        this.replay.setProvisional(buildTranscript(lines.map(utteranceOf)))
    } catch (error) {
      this.#isOver = !isWorthAsking(error)
    }
  }

  #isFinalThere(): boolean {
    const { transcript, isProvisional } = this.replay.getSnapshot()
    return transcript !== undefined && !isProvisional
  }
}
