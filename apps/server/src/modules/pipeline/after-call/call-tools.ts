import { texts } from '@livetap/contract'
import type { Storage } from '../../../platform/storage/storage'
import { type Meeting, voiceFolder } from '../../meetings'
import {
  microphoneOf,
  type NewUtterance,
  type SpeakerNamesStore,
  type UtterancesStore,
  voiceAtMicrophone,
} from '../../past-data'
import type { CallTools } from './after-call-stages'
import { mergeEnhanced } from './merge-enhanced'
import { SpokenBy } from './spoken-by'

const PAGE = 1_000

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
    async tellApart(turns) {
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
