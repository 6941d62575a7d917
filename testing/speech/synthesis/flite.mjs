import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RATE } from './piper.mjs'

/** A text in a voice of flite (Debian: flite), as samples from −1 to 1. */
export function flite(voice, text) {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-flite-'))
  const wav = join(folder, 'said.wav')
  execFileSync('flite', ['-voice', voice, '-t', text, '-o', wav])
  const bytes = execFileSync('ffmpeg', ['-v', 'error', '-i', wav, '-ar', String(RATE), '-f', 'f32le', '-'])
  rmSync(folder, { recursive: true })
  return new Float32Array(Uint8Array.from(bytes).buffer)
}
