import { texts } from '@livetap/contract'
import type { Storage } from '../../../platform/storage/storage'
import { type Meeting, voiceFolder } from '../../meetings'
import {
  microphoneOf,
  type NewUtterance,
  type SpeakerNamesStore,
  type UtterancesStore,
  voiceAtMicrophone,
} from '../../transcripts'
import type { Turn } from '../stage-outputs'
import { mergeEnhanced } from './merge-enhanced'
import { SpokenBy } from './spoken-by'

const PAGE = 1_000

/** What the stages may do with an ended call beside what every stage may. */
export interface CallTools {
  /** As the meeting has it now. */
  text(): Promise<readonly NewUtterance[]>
  /** In one step; what a person has edited stays. Answers how many utterances are new. */
  enhance(list: readonly NewUtterance[], turns: readonly Turn[]): Promise<number>
  /** Lines of shared microphones by who speaks; what a person has edited stays. Answers how many change. */
  diarize(turns: readonly Turn[]): Promise<number>
  /** Speakers who have no name yet are called by their microphone's. */
  nameVoices(speakerIds: readonly string[]): Promise<void>
  /** The sound of each voice is not needed any more. */
  discardVoices(): Promise<void>
}

interface CallParts {
  utterances: UtterancesStore
  speakerNames: SpeakerNamesStore
  storage: Storage
}

export function callTools({ utterances, speakerNames, storage }: CallParts, { id }: Meeting): CallTools {
  return {
    async text() {
      const text = []
      for (;;) {
        const page = await utterances.page(id, { limit: PAGE, after: text.at(-1) })
        text.push(...page)
        if (page.length < PAGE) return text
      }
    },
    async enhance(list, turns) {
      const spoken = new SpokenBy(turns)
      let changed = 0
      await utterances.rewrite(id, present => {
        const { removed, added } = mergeEnhanced(present, list)
        changed = added.length
        return { removed, added: added.map(line => spoken.line(line)) }
      })
      return changed
    },
    async diarize(turns) {
      let changed: NewUtterance[] = []
      await utterances.rewrite(id, present => {
        changed = new SpokenBy(turns).changed(present)
        return { removed: changed.map(line => line.id), added: changed }
      })
      return changed.length
    },
    async nameVoices(speakerIds) {
      const names = new Map((await speakerNames.list(id)).map(({ speakerId, name }) => [speakerId, name]))
      for (const speakerId of speakerIds.filter(one => !names.has(one))) {
        const owner = names.get(String(microphoneOf(speakerId)))
        if (owner === undefined) continue
        const name = texts.live.voiceName(owner, voiceAtMicrophone(speakerId))
        await speakerNames.rename(id, speakerId, name, owner)
      }
    },
    discardVoices: () => discardVoices(storage, id),
  }
}

export async function discardVoices(storage: Storage, meetingId: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of storage.list(voiceFolder(meetingId))) keys.push(key)
  for (const key of keys) await storage.delete(key)
}
