import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SAMPLE_RATE_HZ } from '@livetap/audio'
import type { TranscriptUtterance, TranscriptWord } from '@livetap/contract'
import type { SeededMeeting } from '@livetap/server/testing'
import { ffmpeg, longReading } from '@livetap/speech/testing'
import type { TestServer } from '../server'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const seedMs = 120_000

/** Into the running server's own database and storage, through its own stores. */
export async function seed(server: TestServer, meetings: readonly SeededMeeting[]): Promise<void> {
  const script = join(root, 'apps/server/src/testing/meetings/seed-past-meetings.ts')
  const child = spawn(process.execPath, [join(root, 'node_modules/tsx/dist/cli.mjs'), script], {
    stdio: ['pipe', 'inherit', 'pipe'],
    timeout: seedMs,
  })
  let problems = ''
  child.stderr.on('data', chunk => {
    problems += chunk
  })
  child.stdin.end(JSON.stringify({ dataDir: join(server.dataDir, 'data'), meetings }))
  const code = await new Promise(resolve => child.once('exit', resolve))
  if (code !== 0) throw new Error(`seeding failed:\n${problems}`)
}

function wordsOver(text: string, startMs: number, endMs: number): TranscriptWord[] {
  const words = text.split(' ')
  const step = (endMs - startMs) / words.length
  return words.map((word, i) => ({
    word,
    start_millis: Math.round(startMs + i * step),
    end_millis: Math.round(startMs + (i + 1) * step) - 20,
    confidence: i % 7 === 3 ? 0.4 : i % 5 === 2 ? 0.7 : 0.97,
  }))
}

export function utterance(
  id: string,
  startMs: number,
  endMs: number,
  text: string,
  more: Partial<TranscriptUtterance> = {},
): TranscriptUtterance {
  return {
    id,
    start_millis: startMs,
    end_millis: endMs,
    alternatives: [{ transcript: text, words: wordsOver(text, startMs, endMs) }],
    csis: [1],
    speaker_segments: [{ speaker_id: '1', transcript: text }],
    transcript_type: 'final',
    language_code: 'en-US',
    version: 0,
    edited: false,
    times_estimated: false,
    ...more,
  }
}

/** Two readers, 71 seconds, words at known times. */
export const spoken: TranscriptUtterance[] = longReading.parts().map(({ name, text, startMs, endMs }, i) => {
  const speaker = name === 'jfk' ? '2' : '1'
  return utterance(`u${i}`, startMs, endMs, text, {
    csis: [Number(speaker)],
    speaker_segments: [{ speaker_id: speaker, transcript: text }],
  })
})
export const spokenMs = 71_230

const made = join(mkdtempSync(join(tmpdir(), 'livetap-media-')), 'media')

const convert = (...args: string[]) =>
  execFileSync(ffmpeg, ['-v', 'error', '-y', ...args], { maxBuffer: 2 ** 28 })

/** The recording as the server keeps it. */
export function spokenAudio(): string {
  mkdirSync(made, { recursive: true })
  const audio = join(made, 'audio.flac')
  if (!existsSync(audio)) convert('-i', longReading.file(), '-c:a', 'flac', audio)
  return audio
}

/** Half an hour that does not compress: more than any browser reads ahead. */
export function longNoise(): string {
  mkdirSync(made, { recursive: true })
  const audio = join(made, 'long.flac')
  const noise = ['-f', 'lavfi', '-i', 'anoisesrc=d=1800:r=16000:a=0.5']
  if (!existsSync(audio)) convert(...noise, '-ac', '1', '-c:a', 'flac', '-compression_level', '0', audio)
  return audio
}

/** With a video that counts its frames, and the waveform. */
export function spokenMedia(): { audio: string; video: string; peaks: NonNullable<SeededMeeting['peaks']> } {
  const speech = longReading.file()
  const audio = spokenAudio()
  const video = join(made, 'video.mp4')
  if (!existsSync(video))
    convert(
      ...['-f', 'lavfi', '-i', 'testsrc=size=640x360:rate=25:duration=71.2'],
      ...[
        '-c:v',
        'libx264',
        '-preset',
        'ultrafast',
        '-g',
        '25',
        '-pix_fmt',
        'yuv420p',
        '-movflags',
        '+faststart',
        video,
      ],
    )
  const pcm = convert('-i', speech, '-f', 's8', '-ar', '16000', '-ac', '1', 'pipe:1')
  const step = 20
  const perStep = (SAMPLE_RATE_HZ * step) / 1000
  const peaks: number[] = []
  for (let at = 0; at < pcm.length; at += perStep) {
    let low = 0
    let high = 0
    for (let i = at; i < Math.min(pcm.length, at + perStep); i++) {
      const value = pcm.readInt8(i)
      low = Math.min(low, value)
      high = Math.max(high, value)
    }
    peaks.push(low, high)
  }
  return { audio, video, peaks: { duration_millis: spokenMs, step_millis: step, peaks } }
}
