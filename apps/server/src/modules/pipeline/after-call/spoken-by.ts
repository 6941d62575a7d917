import { microphoneOf, type NewUtterance, type StoredUtterance } from '../../transcripts'
import type { Turn } from '../stage-outputs'
import { speakersOf } from '../text/build-utterances'
import { mainTurns } from '../voices/main-turns'

/** Lines by who speaks when at each microphone; a line of another microphone stays as it is. */
export class SpokenBy {
  readonly #turns = new Map<number, Turn[]>()

  constructor(turns: readonly Turn[]) {
    for (const microphone of new Set(turns.map(([speaker]) => microphoneOf(speaker)))) {
      const own = turns.filter(([speaker]) => microphoneOf(speaker) === microphone)
      this.#turns.set(microphone, mainTurns(own))
    }
  }

  /** The line itself where nothing changes. */
  line<T extends NewUtterance>(line: T): T {
    const turns = this.#turns.get(microphoneOf(line.speakerIds[0] ?? ''))
    const speakerSegments = turns ? speakersOf(line.words, turns) : []
    if (speakerSegments.length === 0) return line
    const speakerIds = [...new Set(speakerSegments.map(({ speakerId }) => speakerId))]
    if (speakerIds.length === 1 && line.speakerIds.length === 1 && speakerIds[0] === line.speakerIds[0])
      return line
    return { ...line, speakerIds, speakerSegments }
  }

  /** Those that change. What a person has edited or given to a person stays with whom it is. */
  changed(present: readonly StoredUtterance[]): StoredUtterance[] {
    return present.flatMap(line => {
      if (line.version > 0 || line.heardAs) return []
      const spoken = this.line(line)
      return spoken === line ? [] : [spoken]
    })
  }
}
