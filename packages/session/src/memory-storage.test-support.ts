import type { TokenStorage } from './sign-on/token-cache'

/** A Storage that lives in memory; two tabs share one. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}

/** One whose keys can be listed. */
export function keyedStorage() {
  const items = new Map<string, string>()
  return {
    get length() {
      return items.size
    },
    key: (index: number) => [...items.keys()][index] ?? null,
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
}

/** The same storage seen from another tab: what others write arrives `lagMs` later, as browsers do it. */
export function laggingView(storage: TokenStorage, lagMs: number): TokenStorage {
  const seen = new Map<string, { value: string | null; changedAt: number | null }>()
  return {
    ...storage,
    getItem: key => {
      const actual = storage.getItem(key)
      const known = seen.get(key)
      if (!known || known.value === actual) {
        seen.set(key, { value: actual, changedAt: null })
        return actual
      }
      known.changedAt ??= Date.now()
      if (Date.now() - known.changedAt < lagMs) return known.value
      seen.set(key, { value: actual, changedAt: null })
      return actual
    },
  }
}
