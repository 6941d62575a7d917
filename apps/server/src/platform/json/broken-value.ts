import { Readable } from 'node:stream'
import { isPlainText, PLAIN_TEXT_RULE } from '@livetap/contract'

export interface BrokenValue {
  field: string
  problem: string
}

const BEYOND = 'is beyond the numbers that are kept exactly'

/**
 * The first text or number that cannot be kept as it is; undefined where there is none. Not by recursion: what a caller
 * nests deeply must not exhaust the stack.
 */
export function findBrokenValue(place: string, root: unknown): BrokenValue | undefined {
  const open: [string, object][] = []
  const look = (field: string, value: unknown): BrokenValue | undefined => {
    if (typeof value === 'string') return isPlainText(value) ? undefined : { field, problem: PLAIN_TEXT_RULE }
    if (typeof value === 'number')
      return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? undefined : { field, problem: BEYOND }
    if (isPlain(value)) open.push([field, value])
    return undefined
  }
  let broken = look(place, root)
  for (let next = open.pop(); next && !broken; next = open.pop()) broken = findInside(...next, look)
  return broken
}

function findInside(
  field: string,
  value: object,
  look: (field: string, value: unknown) => BrokenValue | undefined,
): BrokenValue | undefined {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const broken = look(String(at), value[at])
      if (broken) return broken
    }
    return undefined
  }
  for (const key of Object.keys(value)) {
    const broken = isPlainText(key)
      ? look(key, (value as Record<string, unknown>)[key])
      : { field, problem: PLAIN_TEXT_RULE }
    if (broken) return broken
  }
  return undefined
}

/** A body that streams through is not looked into. */
const isPlain = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof Readable) && !ArrayBuffer.isView(value)
