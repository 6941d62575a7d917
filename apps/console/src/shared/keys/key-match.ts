/** The part of a keyboard event that decides. */
export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/**
 * Whether a press is the combination, e.g. `mod+Enter`, `alt+ArrowLeft`, `?`, `/`. `mod` is Ctrl or the Mac's
 * command key. Shift counts only where it is written or the key is a name, since `?` needs it on many keyboards.
 */
export function matchesKeys(combination: string, press: KeyPress): boolean {
  const parts = combination.split('+')
  const key = parts.at(-1) || '+'
  const wanted = new Set(parts.slice(0, -1))
  const isNamed = key.length > 1
  if (wanted.has('mod') !== (press.ctrlKey || press.metaKey)) return false
  if (wanted.has('alt') !== press.altKey) return false
  if ((isNamed || wanted.has('shift')) && wanted.has('shift') !== press.shiftKey) return false
  return press.key === key || press.key.toLowerCase() === key.toLowerCase()
}

/** Combinations with a modifier work while typing; bare keys belong to the text. */
export function carriesModifier(combination: string): boolean {
  return /^(mod|alt)\+/.test(combination)
}
