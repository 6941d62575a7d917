import { readFileSync } from 'node:fs'

/** Where the system does not tell: less than any current one gives to Node, which raises its own limit at the start. */
const UNKNOWN = 4096

/** How many descriptors this process may have open at once. */
export function openFilesLimit(limits: () => string = readLimits): number {
  let text: string
  try {
    text = limits()
  } catch {
    return UNKNOWN
  }
  const soft = /^Max open files\s+(\S+)/m.exec(text)?.[1]
  return soft === 'unlimited' ? Number.MAX_SAFE_INTEGER : Number(soft) || UNKNOWN
}

const readLimits = () => readFileSync('/proc/self/limits', 'utf8')
