import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { wavSamples } from './wav'

/** flite speaks at 16 kHz by itself. */
const command = 'flite'

export const synthesizerMissing = (() => {
  try {
    execFileSync(command, ['-lv'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
})()

/** A sentence in a synthetic voice, as 16 kHz samples. */
export function synthesize(text: string, path: string, voice = 'slt'): Int16Array {
  execFileSync(command, ['-voice', voice, '-t', text, '-o', path])
  return wavSamples(readFileSync(path))
}
