import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spokenOnce } from './spoken-cache'

export type Synthesiser = 'espeak-ng' | 'flite' | 'festival'

export interface Voice {
  synthesiser: Synthesiser
  name: string
  /** Words a minute, where the synthesiser takes it. */
  pace?: number
}

export const isInstalled = (program: string) =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).error === undefined

/** flite and festival say "eva" wrongly: they are given what sounds like it. */
const spelled = (text: string, { synthesiser }: Voice) =>
  synthesiser === 'espeak-ng' ? text : text.replace(/\beva\b/gi, 'iva')

/** A sentence in a voice, as 16 kHz samples with a little silence around. */
export const speak = (text: string, voice: Voice): Promise<Int16Array> =>
  spokenOnce(`clip-${voice.synthesiser}-${voice.name}-${voice.pace ?? ''}`, text, () =>
    synthesise(text, voice),
  )

function synthesise(text: string, voice: Voice): Int16Array {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-voice-'))
  const wav = join(folder, 'said.wav')
  try {
    const said = spelled(text, voice)
    if (voice.synthesiser === 'espeak-ng')
      execFileSync('espeak-ng', ['-v', voice.name, '-s', String(voice.pace ?? 150), '-w', wav, said])
    else if (voice.synthesiser === 'flite')
      execFileSync('flite', ['-voice', voice.name, '-t', said, '-o', wav])
    else {
      writeFileSync(join(folder, 'said.txt'), said)
      execFileSync('text2wave', ['-eval', `(voice_${voice.name})`, join(folder, 'said.txt'), '-o', wav], {
        stdio: ['ignore', 'ignore', 'ignore'],
      })
    }
    return readSound(wav, ['-af', 'adelay=300,apad=pad_dur=0.9'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Any recording as 16 kHz samples. */
export function readSound(path: string, options: readonly string[] = []): Int16Array {
  const bytes = execFileSync(
    'ffmpeg',
    ['-v', 'error', '-i', path, ...options, '-ac', '1', '-ar', '16000', '-f', 's16le', 'pipe:1'],
    { maxBuffer: 1 << 30 },
  )
  const pcm = new Int16Array(bytes.length >> 1)
  Buffer.from(pcm.buffer).set(bytes.subarray(0, pcm.length * 2))
  return pcm
}
