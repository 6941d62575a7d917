import { open, stat } from 'node:fs/promises'
import { SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'

const BYTES = 2
const BLOCK_SAMPLES = SAMPLE_RATE_HZ * 20

/** Samples on disk: any part can be read and no recording is too long for memory. */
export class PcmFile {
  private constructor(
    readonly path: string,
    readonly samples: number,
  ) {}

  static async open(path: string): Promise<PcmFile> {
    const { size } = await stat(path)
    return new PcmFile(path, Math.floor(size / BYTES))
  }

  get durationMs(): number {
    return this.samples / SAMPLES_PER_MS
  }

  /** What lies between two moments, to the sample; parts beyond the ends are left out. */
  async read(startMs: number, endMs: number): Promise<Int16Array> {
    const from = Math.max(0, Math.round(startMs * SAMPLES_PER_MS))
    const to = Math.min(this.samples, Math.round(endMs * SAMPLES_PER_MS))
    const pcm = new Int16Array(Math.max(0, to - from))
    const bytes = new Uint8Array(pcm.buffer)
    const file = await open(this.path)
    try {
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at, bytes.length - at, from * BYTES + at)
        if (bytesRead === 0) throw new Error(`${this.path} got shorter`)
        at += bytesRead
      }
    } finally {
      await file.close()
    }
    return pcm
  }

  /** From the first sample to the last, in order. */
  async *blocks(): AsyncGenerator<Int16Array> {
    for (let at = 0; at < this.samples; at += BLOCK_SAMPLES)
      yield await this.read(at / SAMPLES_PER_MS, (at + BLOCK_SAMPLES) / SAMPLES_PER_MS)
  }
}
