import type { TokenStorage } from './token-cache'

/** A Storage that lives in memory; two tabs share one. */
export function memoryStorage(): TokenStorage {
  const items = new Map<string, string>()
  return {
    getItem: key => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: key => void items.delete(key),
  }
}
