import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wavToPcm } from '@livetap/audio/testing'
import { ownRecording, projectRoot } from './own-recordings'

/** The folder of more real recordings beside the repository, where there is one. */
export function sharedAudio(): string | undefined {
  const audio = join(projectRoot, '../shared/audio')
  return existsSync(join(audio, 'jfk.wav')) ? audio : undefined
}

/** A recording as a WAV file: the repository's own, else one from beside it. */
export function recordingFile(name: string): string {
  const own = ownRecording(name)
  if (own) return own
  const shared = sharedAudio()
  if (!shared)
    throw new Error(`There is no recording ${name}, neither in testing/speech nor in ../shared/audio`)
  return join(shared, `${name}.wav`)
}

export const loadRecording = (name: string): Int16Array => wavToPcm(readFileSync(recordingFile(name)))

/** Where Debian's packages of spoken words lie; they may also be unpacked elsewhere. */
export const readersRoot = process.env.LIVETAP_READERS ?? '/usr/share'

const soundsRoot = join(readersRoot, 'asterisk/sounds')
const readers = {
  en: 'en_US_f_Allison',
  es: 'es_MX_f_Allison',
  fr: 'fr_CA_f_June',
  it: 'it_IT_m_Carlo',
  ru: 'ru_RU_f_IvrvoiceRU',
}
export type Reader = keyof typeof readers

/** Folder of Debian's `asterisk-core-sounds-XX-wav`: one reader per language. */
export function readerFolder(reader: Reader): string | undefined {
  const folder = join(soundsRoot, readers[reader])
  return existsSync(join(folder, 'digits')) ? folder : undefined
}

export function readSound(folder: string, name: string): Int16Array {
  return wavToPcm(readFileSync(join(folder, `${name}.wav`)))
}

/** A generator of numbers from 0 to 1 that is the same every time. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let value = Math.imul(state ^ (state >>> 15), state | 1)
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61)
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
