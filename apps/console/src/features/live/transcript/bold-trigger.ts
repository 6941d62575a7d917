export interface Piece {
  text: string
  isTrigger: boolean
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** The text cut at its trigger word, regardless of its case; what lies between its words may be any punctuation. */
export function piecesOf(text: string, trigger: string | undefined): Piece[] {
  const words = (trigger ?? '').split(/[^\p{L}\p{N}']+/u).filter(Boolean)
  if (words.length === 0) return [{ text, isTrigger: false }]
  const pattern = new RegExp(
    `(?<![\\p{L}\\p{N}])(${words.map(escaped).join('[^\\p{L}\\p{N}]+')})(?![\\p{L}\\p{N}])`,
    'giu',
  )
  return text
    .split(pattern)
    .map((piece, at) => ({ text: piece, isTrigger: at % 2 === 1 }))
    .filter(piece => piece.text !== '')
}
