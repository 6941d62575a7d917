import type { Storage } from '../../../platform/storage/storage'

export interface BlockedWrite {
  /** Resolves when such an object is being written. */
  begun: Promise<void>
  /** It is written from now on. */
  release: () => void
  /** Resolves when it is written. */
  written: Promise<void>
}

/** The first write of an object whose key ends so takes until it is let go, as on a storage that is slow. */
export function blockWrite(storage: Storage, ending: string): BlockedWrite {
  const put = storage.put.bind(storage)
  const [begun, begins] = signal()
  const [free, release] = signal()
  const [written, writes] = signal()
  let isFirst = true
  storage.put = async (key, content) => {
    if (!isFirst || !key.endsWith(ending)) return await put(key, content)
    isFirst = false
    begins()
    await free
    const stored = await put(key, content)
    writes()
    return stored
  }
  return { begun, release, written }
}

export async function filesOf(storage: Storage, meetingId: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(`meetings/${meetingId}/`)) keys.push(key)
  return keys
}

function signal(): [promise: Promise<void>, now: () => void] {
  let now = () => {}
  const promise = new Promise<void>(resolve => {
    now = resolve
  })
  return [promise, () => now()]
}
