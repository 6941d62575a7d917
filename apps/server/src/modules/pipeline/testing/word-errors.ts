const ABBREVIATIONS: Record<string, string> = { mr: 'mister' }

/** Words as they are said: no case, no punctuation, hyphens as blanks. */
export const spokenWords = (text: string): string[] =>
  text
    .toLowerCase()
    .replaceAll('-', ' ')
    .replace(/[^a-z0-9' ]+/g, '')
    .split(' ')
    .filter(Boolean)
    .map(word => ABBREVIATIONS[word] ?? word)

/** Words to change, leave out or put in between what was said and what was heard. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let above = Array.from({ length: heard.length + 1 }, (_, index) => index)
  for (const [row, word] of said.entries()) {
    const line = [row + 1]
    for (const [column, other] of heard.entries())
      line.push(
        Math.min(line[column]! + 1, above[column + 1]! + 1, above[column]! + (word === other ? 0 : 1)),
      )
    above = line
  }
  return above.at(-1)!
}
