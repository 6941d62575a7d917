import { randomInt } from 'node:crypto'

/** Without the letters and digits that are read as one another. */
const ALPHABET = 'abcdefghijkmnpqrstuvwxyzACDEFGHJKLMNPQRTUVWXYZ2346789'
const GROUPS = 5
const GROUP_LENGTH = 4

/** About 113 bits, in groups that a person can type. */
export function generatePassword(): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  return Array.from({ length: GROUPS }, group).join('-')
}
