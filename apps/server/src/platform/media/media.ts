import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { inputOptions, QUIET } from './input-options'
import { MediaError } from './media-error'
import { type MediaTools, toolsNotice } from './media-tools'
import { probeRecording, undecodable } from './probe-recording'
import type { RecordingFacts, SourceFile } from './recording-facts'
import { runProgram } from './run-program'
import { maxFileBytes, maxSeconds, noSpace } from './unpacked-size'

export type { SourceFile } from './recording-facts'

type Tools = Extract<MediaTools, { available: true }>

interface Conversion {
  source: SourceFile
  args: readonly string[]
  /** Of each file that is written. */
  fileBytes: number
  signal: AbortSignal | undefined
  onOutput?: (chunk: Buffer) => void
}

const RATE = 16_000
const BYTES_PER_SECOND = RATE * 2
const MEMORY_BYTES = 4 * 2 ** 30
const THREADS = String(Math.min(8, availableParallelism()))
/** Of H.264 as it is made here; what is only copied has the size it had. */
const MAX_VIDEO_BYTES_PER_SECOND = 1_000_000

/** What the product does with recordings, done by ffmpeg. Every file it writes is a plain, seekable one. */
export class Media {
  constructor(readonly tools: MediaTools) {}

  /** Why nothing can be decoded here; nothing when it can. */
  get unavailableReason(): string | undefined {
    return this.tools.available ? undefined : this.tools.reason
  }

  /** What the operator should know about the programs in use. */
  get notice(): string | undefined {
    return toolsNotice(this.tools)
  }

  probe({ path, ending }: SourceFile, signal?: AbortSignal): Promise<RecordingFacts> {
    return probeRecording(this.#tools(), path, ending, signal)
  }

  /**
   * 16 kHz FLAC, all channels mixed into one unless `channels` keeps them apart, and the same samples bare in `pcm`.
   * Sound that starts late or has gaps is filled with silence, so that its times are those of the picture.
   */
  async toFlac(
    source: SourceFile,
    target: string,
    options: { channels?: number; pcm?: string; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { channels = 1, pcm, signal } = options
    const targets = pcm === undefined ? [target] : [target, pcm]
    const { seconds, fileBytes } = await this.#bounds(source, targets, channels * BYTES_PER_SECOND, signal)
    const sound = [
      ...['-map', '0:a:0', '-af', `aresample=${RATE}:async=1:first_pts=0`],
      ...['-ac', String(channels), '-t', String(seconds)],
    ]
    const flac = [...sound, '-sample_fmt', 's16', '-c:a', 'flac', '-f', 'flac', target]
    const bare = pcm === undefined ? [] : [...sound, '-c:a', 'pcm_s16le', '-f', 's16le', pcm]
    await this.#convert({ source, args: [...flac, ...bare], fileBytes, signal })
  }

  /** A stretch of our own FLAC, as a file that begins at its start. */
  async cutFlac(
    source: SourceFile,
    target: string,
    { startMs, endMs }: { startMs: number; endMs: number },
    signal?: AbortSignal,
  ): Promise<void> {
    const { fileBytes } = await this.#bounds(source, [target], BYTES_PER_SECOND, signal)
    const end = Number.isFinite(endMs) ? ['-to', String(endMs / 1000)] : []
    const cut = ['-map', '0:a:0', '-ss', String(startMs / 1000), ...end, '-sample_fmt', 's16']
    await this.#convert({ source, args: [...cut, '-c:a', 'flac', '-f', 'flac', target], fileBytes, signal })
  }

  /** Sound as bare samples (16 bit, little end first); `channel` takes one of several. */
  async toPcm(
    source: SourceFile,
    target: string,
    options: { channel?: number; signal?: AbortSignal } = {},
  ): Promise<void> {
    const { channel, signal } = options
    const { fileBytes } = await this.#bounds(source, [target], BYTES_PER_SECOND, signal)
    const pick = channel === undefined ? [] : ['-af', `pan=mono|c0=c${channel}`]
    await this.#convert({ source, args: [...pick, '-f', 's16le', target], fileBytes, signal })
  }

  /** All samples of all channels, interleaved, at a rate that is enough to compare channels. */
  async readPcm(
    source: SourceFile,
    options: {
      sampleRate: number
      channels: number
      signal?: AbortSignal
      onSamples: (pcm: Int16Array) => void
    },
  ): Promise<void> {
    const { sampleRate, channels, signal, onSamples } = options
    const frameBytes = channels * 2
    let rest: Buffer = Buffer.alloc(0)
    const form = ['-ar', String(sampleRate), '-ac', String(channels), '-f', 's16le', 'pipe:1']
    const onOutput = (chunk: Buffer) => {
      const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
      const whole = bytes.length - (bytes.length % frameBytes)
      rest = Buffer.from(bytes.subarray(whole))
      // A copy: samples must lie at an even place in memory.
      const samples = new Int16Array(whole / 2)
      Buffer.from(samples.buffer).set(bytes.subarray(0, whole))
      onSamples(samples)
    }
    await this.#convert({ source, args: ['-map', '0:a:0', ...form], fileBytes: 0, signal, onOutput })
  }

  /** An mp4 whose index is at the front; what browsers play is copied, anything else is made H.264. */
  async toStreamableVideo(
    source: SourceFile,
    target: string,
    facts: RecordingFacts,
    signal?: AbortSignal,
  ): Promise<void> {
    const isPlayable = facts.video?.codec === 'h264' && /^yuvj?420p$/.test(facts.video.pixels)
    const scale = "scale=-2:'min(720,ih)':force_original_aspect_ratio=decrease,pad=ceil(iw/2)*2:ceil(ih/2)*2"
    const video = isPlayable
      ? ['-c:v', 'copy']
      : [
          ...['-c:v', 'libx264', '-threads', THREADS, '-preset', 'veryfast', '-crf', '26'],
          ...['-pix_fmt', 'yuv420p', '-vf', scale],
        ]
    const audio = facts.audio.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '96k']
    const maps = ['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1']
    const seconds = await maxSeconds(source, facts)
    const { size } = await stat(source.path)
    const fileBytes = await maxFileBytes([target], {
      seconds,
      declaredMs: null,
      bytesPerSecond: MAX_VIDEO_BYTES_PER_SECOND + size / seconds,
    })
    const args = [...maps, ...video, ...audio, '-movflags', '+faststart', '-f', 'mp4', target]
    await this.#convert({ source, args, fileBytes, signal })
  }

  /** Samples of ours as FLAC. */
  async encodeFlac(pcm: Int16Array, target: string, signal?: AbortSignal): Promise<void> {
    const input = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)
    const raw = ['-f', 's16le', '-ar', String(RATE), '-ac', '1', '-i', 'pipe:0']
    const { code, stderr } = await runProgram(
      this.#tools().ffmpeg,
      [...QUIET, ...raw, '-c:a', 'flac', '-f', 'flac', '-y', target],
      { timeoutMs: 120_000, signal, input },
    )
    if (code !== 0) throw new MediaError('failed', `samples were not encoded: ${stderr.trim().slice(-200)}`)
  }

  async #bounds(
    source: SourceFile,
    targets: readonly string[],
    bytesPerSecond: number,
    signal?: AbortSignal,
  ) {
    const facts = await this.probe(source, signal)
    const seconds = await maxSeconds(source, facts)
    const fileBytes = await maxFileBytes(targets, { seconds, declaredMs: facts.durationMs, bytesPerSecond })
    return { seconds, fileBytes }
  }

  async #convert({ source, args, fileBytes, signal, onOutput }: Conversion): Promise<void> {
    const { size } = await stat(source.path)
    // An hour for the worst of codecs, and time in proportion to the file.
    const timeoutMs = 3_600_000 + Math.round(size / 1_000)
    const result = await runProgram(
      this.#tools().ffmpeg,
      [...QUIET, '-y', '-threads', THREADS, ...inputOptions(source.ending), '-i', source.path, ...args],
      {
        timeoutMs,
        signal,
        limits: { memoryBytes: MEMORY_BYTES, cpuSeconds: (timeoutMs / 1000) * Number(THREADS), fileBytes },
        onOutput,
      },
    )
    if (result.code === 0) return
    if (/No space left/i.test(result.stderr)) throw noSpace()
    if (result.signal === 'SIGXFSZ' || /File too large/i.test(result.stderr))
      throw new MediaError('undecodable', 'The recording unpacks to more than its length allows')
    throw undecodable(result.stderr, source.path)
  }

  #tools(): Tools {
    if (!this.tools.available) throw new MediaError('unavailable', this.tools.reason)
    return this.tools
  }
}
