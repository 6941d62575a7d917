import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cardinal, ordinal } from '../text/number-words'
import { trimmedSpeech } from './compose'
import { readerFolder, readSound } from './recordings'

export interface SingleWord {
  word: string
  pcm: Int16Array
}

const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const months = 'january february march april may june july august september october november december'.split(
  ' ',
)
const alphabet = (
  'alpha bravo charlie delta echo foxtrot golf hotel india juliet kilo lima mike november oscar papa ' +
  'quebec romeo sierra tango uniform victor whiskey xray yankee zulu'
).split(' ')
/** Prompts of one word whose file name is the word. */
const prompts = (
  'hello goodbye directory extension conference minutes seconds hours activated number please to from on off of is ' +
  'at and or for added removed saved cancelled completed disabled enabled error followed forward from full incorrect ' +
  'jan line location loading marked message messages midnight minute missed more must name next no not now old once ' +
  'one-moment-please open option or otherwise outside pager pass please-wait phone pound press previous queue receive ' +
  'recorded repeat restart save second simul speed star status stopped than thanks the time today tomorrow total ' +
  'unavailable urgent user vm-first welcome were what when which who why yes yesterday you your zero'
).split(' ')

/** Single words of Debian's English reader, without their quiet edges. */
export function singleWords(): SingleWord[] {
  const folder = readerFolder('en')
  if (!folder) return []
  const named: [string, string][] = [
    ...Array.from({ length: 20 }, (_, i): [string, string] => [`digits/${i}`, cardinal(i).join(' ')]),
    ...[20, 30, 40, 50, 60, 70, 80, 90].map((n): [string, string] => [`digits/${n}`, cardinal(n).join(' ')]),
    ...Array.from({ length: 20 }, (_, i): [string, string] => [
      `digits/h-${i + 1}`,
      ordinal(i + 1).join(' '),
    ]),
    ...days.map((day, i): [string, string] => [`digits/day-${i}`, day]),
    ...months.map((month, i): [string, string] => [`digits/mon-${i}`, month]),
    ...[
      'hundred',
      'thousand',
      'million',
      'billion',
      'minus',
      'today',
      'tomorrow',
      'yesterday',
      'noon',
      'midnight',
    ].map((word): [string, string] => [`digits/${word}`, word]),
    ...alphabet.map((word): [string, string] => [`phonetic/${word[0]}_p`, word]),
    ...prompts.map((word): [string, string] => [word, word]),
  ]
  return named
    .filter(([name, word]) => !/[\s-]/.test(word) && existsSync(join(folder, `${name}.wav`)))
    .map(([name, word]) => ({ word, pcm: trimmedSpeech(readSound(folder, name), 30) }))
}
