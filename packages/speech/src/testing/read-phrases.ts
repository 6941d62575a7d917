import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Reader, readerFolder, readersRoot, readSound } from './recordings'

export interface ReadPhrase {
  name: string
  text: string
  load: () => Int16Array
}

/** Phrases of a Debian reader with the texts the package gives; noises and what has stage directions are left out. */
export function readPhrases(reader: Reader, minWords = 3): ReadPhrase[] {
  const folder = readerFolder(reader)
  const list = join(readersRoot, `doc/asterisk-core-sounds-${reader}/core-sounds-${reader}.txt.gz`)
  if (!folder || !existsSync(list)) return []
  return gunzipSync(readFileSync(list))
    .toString('utf8')
    .split(/\r?\n/)
    .flatMap(line => {
      // Some lines lack their end: the next prompt follows in the same one.
      const [, name, text] = /^([^;:]+?):\s+(.+?)(?:[a-z]+(?:-[a-z]+)+:\s.*)?$/.exec(line) ?? []
      if (!name || !text || /[[\](){}<>|*]/.test(text) || !existsSync(join(folder, `${name}.wav`))) return []
      if (text.split(/\s+/).length < minWords) return []
      return [{ name, text: text.replaceAll(/\.\.\./g, ' '), load: () => readSound(folder, name) }]
    })
}
