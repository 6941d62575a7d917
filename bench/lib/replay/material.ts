import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PIECE_S = 60
const PEAK_MS = 100

/** Recordings as long as the meetings, in a folder of their own. */
export class ReplayMaterial {
  readonly #folder = mkdtempSync(join(tmpdir(), 'livetap-replay-'))

  /** Quiet noise: as long as the meeting, and quickly made. */
  audio(seconds: number): string {
    const path = join(this.#folder, `${seconds}.flac`)
    const piece = join(this.#folder, 'piece.wav')
    const source = `anoisesrc=r=16000:a=0.01:c=brown:d=${Math.min(seconds, PIECE_S)}`
    const again = String(Math.max(0, Math.ceil(seconds / PIECE_S) - 1))
    const ffmpeg = (...args: string[]) => execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
    ffmpeg('-f', 'lavfi', '-i', source, piece)
    ffmpeg(
      '-stream_loop',
      again,
      '-i',
      piece,
      '-t',
      String(seconds),
      '-c:a',
      'flac',
      '-compression_level',
      '0',
      path,
    )
    return path
  }

  peaks(durationMs: number) {
    const peaks = Array.from({ length: Math.ceil(durationMs / PEAK_MS) * 2 }, (_, i) =>
      Math.round(Math.sin(i / 37) * (i % 2 ? 60 : -60)),
    )
    return { duration_millis: durationMs, step_millis: PEAK_MS, peaks }
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true })
  }
}
