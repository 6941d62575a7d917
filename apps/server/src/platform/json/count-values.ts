const [QUOTE, BACKSLASH, COMMA, OPEN_ARRAY, OPEN_OBJECT] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/**
 * True where a JSON text holds more than `max` values, by the commas and brackets outside of its strings. It costs one pass
 * over the text, far less than to parse it and to look at each value.
 */
export function hasMoreValues(text: string, max: number): boolean {
  if (text.length <= max) return false
  let count = 1
  let isInside = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (isInside) {
      if (code === BACKSLASH) at++
      else if (code === QUOTE) isInside = false
    } else if (code === QUOTE) isInside = true
    else if (code === COMMA || code === OPEN_ARRAY || code === OPEN_OBJECT) {
      if (++count > max) return true
    }
  }
  return false
}
