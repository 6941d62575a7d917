import type { Storage } from '../../../platform/storage/storage'
import { type Meeting, voiceFolder } from '../../meetings'
import type { UtterancesStore } from '../../past-data'
import type { CallTools } from './after-call-stages'
import { mergeEnhanced } from './merge-enhanced'

const PAGE = 1_000

interface CallParts {
  utterances: UtterancesStore
  storage: Storage
}

export function callTools({ utterances, storage }: CallParts, { id }: Meeting): CallTools {
  return {
    async text() {
      const text = []
      for (;;) {
        const page = await utterances.page(id, { limit: PAGE, after: text.at(-1) })
        text.push(...page)
        if (page.length < PAGE) return text
      }
    },
    async enhance(list) {
      let changed = 0
      await utterances.rewrite(id, present => {
        const merged = mergeEnhanced(present, list)
        changed = merged.added.length
        return merged
      })
      return changed
    },
    discardVoices: () => discardVoices(storage, id),
  }
}

export async function discardVoices(storage: Storage, meetingId: string): Promise<void> {
  const keys: string[] = []
  for await (const { key } of storage.list(voiceFolder(meetingId))) keys.push(key)
  for (const key of keys) await storage.delete(key)
}
