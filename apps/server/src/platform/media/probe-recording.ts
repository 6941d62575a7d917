import { stat } from 'node:fs/promises'
import { inputOptions } from './input-options'
import { MediaError } from './media-error'
import type { MediaTools } from './media-tools'
import { MAX_RECORDING_HOURS, type RecordingFacts } from './recording-facts'
import { runProgram } from './run-program'
import { plausibleSeconds } from './unpacked-size'

interface ProbedStream {
  codec_type?: string
  codec_name?: string
  sample_rate?: string
  channels?: number
  width?: number
  height?: number
  pix_fmt?: string
  duration?: string
  disposition?: { attached_pic?: number }
}

const PROBE_TIMEOUT_MS = 120_000
const MEMORY_BYTES = 2 * 2 ** 30

/** Reads a recording's header. Throws a MediaError that says what is wrong with it. */
export async function probeRecording(
  tools: Extract<MediaTools, { available: true }>,
  file: string,
  ending: string,
  signal?: AbortSignal,
): Promise<RecordingFacts> {
  // ffprobe knows no -ac: raw sound is one channel by default.
  const input = inputOptions(ending).filter((option, at, all) => option !== '-ac' && all[at - 1] !== '-ac')
  const { code, stdout, stderr } = await runProgram(
    tools.ffprobe,
    ['-v', 'error', ...input, '-show_format', '-show_streams', '-of', 'json', file],
    {
      timeoutMs: PROBE_TIMEOUT_MS,
      signal,
      limits: { memoryBytes: MEMORY_BYTES, cpuSeconds: PROBE_TIMEOUT_MS / 1000, fileBytes: 0 },
    },
  )
  if (code !== 0) throw undecodable(stderr, file)
  const { streams = [], format = {} } = JSON.parse(stdout.toString() || '{}') as {
    streams?: ProbedStream[]
    format?: { format_name?: string; duration?: string }
  }
  const audio = streams.find(stream => stream.codec_type === 'audio')
  if (!audio) throw new MediaError('no_audio', 'The recording holds no sound')
  const sampleRate = Number(audio.sample_rate)
  const channels = audio.channels ?? 0
  if (!audio.codec_name || audio.codec_name === 'unknown' || !(sampleRate > 0) || channels < 1)
    throw new MediaError(
      'undecodable',
      `The recording's sound cannot be decoded (${audio.codec_name ?? 'unknown codec'}, ${sampleRate || 0} Hz, ${channels} channels)`,
    )
  const durationMs = millis(format.duration) ?? millis(audio.duration)
  if (durationMs !== null && durationMs > MAX_RECORDING_HOURS * 3_600_000) throw tooLong()
  const { size } = await stat(file)
  if (durationMs !== null && durationMs / 1000 > plausibleSeconds(size)) throw fullOfHoles(durationMs, size)
  const video = streams.find(one => one.codec_type === 'video' && !one.disposition?.attached_pic && one.width)
  return {
    format: format.format_name ?? '',
    durationMs,
    audio: { codec: audio.codec_name, sampleRate, channels },
    video: video
      ? {
          codec: video.codec_name ?? '',
          pixels: video.pix_fmt ?? '',
          width: video.width ?? 0,
          height: video.height ?? 0,
        }
      : null,
  }
}

const tooLong = () => new MediaError('too_long', `The recording is longer than ${MAX_RECORDING_HOURS} hours`)

const fullOfHoles = (durationMs: number, bytes: number) =>
  new MediaError(
    'undecodable',
    `The recording's timestamps are damaged: they span ${Math.round(durationMs / 60_000)} minutes, and the file has only ${Math.ceil(bytes / 1000)} kB`,
  )

/** The decoder's own last word, without the name of our file. */
export function undecodable(stderr: string, file: string): MediaError {
  const line = stderr
    .split('\n')
    .map(text =>
      text
        .replaceAll(file, '')
        .replace(/^(\[[^\]]*\]\s*)+/, '')
        .replace(/^[\s:]+/, '')
        .trim(),
    )
    .findLast(Boolean)
  return new MediaError(
    'undecodable',
    `The recording cannot be decoded${line ? ` (${line.slice(0, 200)})` : ''}`,
  )
}

function millis(seconds: string | undefined): number | null {
  const value = Number(seconds)
  return seconds !== undefined && Number.isFinite(value) && value > 0 ? Math.round(value * 1000) : null
}
