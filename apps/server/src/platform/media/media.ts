import { stat } from 'node:fs/promises'
import { inputOptions, QUIET } from './input-options'
import { MediaError } from './media-error'
import type { MediaTools } from './media-tools'
import { MAX_RECORDING_HOURS, probeRecording, type RecordingFacts, undecodable } from './probe-recording'
import { runProgram } from './run-program'

type Tools = Extract<MediaTools, { available: true }>

export interface SourceFile {
  path: string
  /** Without its dot. */
  ending: string
}

/** What the product does with recordings, done by ffmpeg. Every file it writes is a plain, seekable one. */
export class Media {
  constructor(readonly tools: MediaTools) {}

  /** Why nothing can be decoded here; nothing when it can. */
  get unavailableReason(): string | undefined {
    return this.tools.available ? undefined : this.tools.reason
  }

  /** What whoever runs the server should know about the programs in use. */
  get notice(): string | undefined {
    if (!this.tools.available) return this.tools.reason
    if (this.tools.source === 'path') return undefined
    return `ffmpeg is not on the PATH: the older build inside the npm package is used (${this.tools.version})`
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
    const sound = [
      ...[
        '-map',
        '0:a:0',
        '-af',
        'aresample=16000:async=1:first_pts=0',
        '-ac',
        String(options.channels ?? 1),
      ],
      ...['-t', String(MAX_RECORDING_HOURS * 3600 + 1)],
    ]
    const flac = [...sound, '-sample_fmt', 's16', '-c:a', 'flac', '-f', 'flac', target]
    const bare = options.pcm === undefined ? [] : [...sound, '-c:a', 'pcm_s16le', '-f', 's16le', options.pcm]
    await this.#convert(source, ['-i', source.path, ...flac, ...bare], options.signal)
  }

  /** Sound as bare samples (16 bit, little end first); `channel` takes one of several. */
  async toPcm(
    source: SourceFile,
    target: string,
    options: { channel?: number | undefined; signal?: AbortSignal } = {},
  ): Promise<void> {
    const pick = options.channel === undefined ? [] : ['-af', `pan=mono|c0=c${options.channel}`]
    await this.#convert(source, ['-i', source.path, ...pick, '-f', 's16le', target], options.signal)
  }

  /** All samples of all channels, interleaved, at a rate that is enough to compare channels. */
  async readPcm(
    source: SourceFile,
    options: {
      sampleRate: number
      channels: number
      signal?: AbortSignal | undefined
      onSamples: (pcm: Int16Array) => void
    },
  ): Promise<void> {
    const { sampleRate, channels, signal, onSamples } = options
    const frameBytes = channels * 2
    let rest: Buffer = Buffer.alloc(0)
    const args = [
      '-i',
      source.path,
      '-map',
      '0:a:0',
      '-ar',
      String(sampleRate),
      '-ac',
      String(channels),
      '-f',
      's16le',
      'pipe:1',
    ]
    await this.#convert(source, args, signal, chunk => {
      const bytes = rest.length ? Buffer.concat([rest, chunk]) : chunk
      const whole = bytes.length - (bytes.length % frameBytes)
      rest = Buffer.from(bytes.subarray(whole))
      // A copy: samples must lie at an even place in memory.
      const samples = new Int16Array(whole / 2)
      Buffer.from(samples.buffer).set(bytes.subarray(0, whole))
      onSamples(samples)
    })
  }

  /** An mp4 whose index stands at the front; what browsers play is copied, anything else is made H.264. */
  async toStreamableVideo(
    source: SourceFile,
    target: string,
    facts: RecordingFacts,
    signal?: AbortSignal,
  ): Promise<void> {
    const playable = facts.video?.codec === 'h264' && /^yuvj?420p$/.test(facts.video.pixels)
    const video = playable
      ? ['-c:v', 'copy']
      : [
          '-c:v',
          'libx264',
          '-preset',
          'veryfast',
          '-crf',
          '26',
          '-pix_fmt',
          'yuv420p',
          '-vf',
          "scale=-2:'min(720,ih)':force_original_aspect_ratio=decrease,pad=ceil(iw/2)*2:ceil(ih/2)*2",
        ]
    const audio = facts.audio.codec === 'aac' ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '96k']
    const maps = ['-map', '0:v:0', '-map', '0:a:0?', '-sn', '-dn', '-map_metadata', '-1']
    await this.#convert(
      source,
      ['-i', source.path, ...maps, ...video, ...audio, '-movflags', '+faststart', '-f', 'mp4', target],
      signal,
    )
  }

  /** Samples of ours as FLAC. */
  async encodeFlac(pcm: Int16Array, target: string, signal?: AbortSignal): Promise<void> {
    const input = new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength)
    const args = [
      ...QUIET,
      '-f',
      's16le',
      '-ar',
      '16000',
      '-ac',
      '1',
      '-i',
      'pipe:0',
      '-c:a',
      'flac',
      '-f',
      'flac',
      '-y',
      target,
    ]
    const { code, stderr } = await runProgram(this.#tools().ffmpeg, args, {
      timeoutMs: 120_000,
      signal,
      input,
    })
    if (code !== 0) throw new MediaError('failed', `samples were not encoded: ${stderr.trim().slice(-200)}`)
  }

  async #convert(
    source: SourceFile,
    args: readonly string[],
    signal: AbortSignal | undefined,
    onOutput?: (chunk: Buffer) => void,
  ): Promise<void> {
    const { ffmpeg } = this.#tools()
    const { size } = await stat(source.path)
    // An hour for the worst of codecs, and time in proportion to the file.
    const timeoutMs = 3_600_000 + Math.round(size / 1_000)
    const { code, stderr } = await runProgram(
      ffmpeg,
      [...QUIET, '-y', ...inputOptions(source.ending), ...args],
      {
        timeoutMs,
        signal,
        ...(onOutput && { onOutput }),
      },
    )
    if (code !== 0) {
      if (/No space left/i.test(stderr))
        throw new MediaError('failed', 'there is no space left for the decoded sound')
      throw undecodable(stderr, source.path)
    }
  }

  #tools(): Tools {
    if (!this.tools.available) throw new MediaError('unavailable', this.tools.reason)
    return this.tools
  }
}
