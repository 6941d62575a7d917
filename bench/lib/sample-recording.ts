import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { findMediaTools, runProgram } from '@livetap/server'

const sample = fileURLToPath(new URL('../../samples/release-planning.oga', import.meta.url))

/** One of the samples, repeated until it is so long, as a wav in this folder. */
export async function sampleRecording(folder: string, seconds: number): Promise<string> {
  const tools = await findMediaTools()
  if (!tools.available) throw new Error(tools.reason)
  const target = join(folder, `${seconds}.wav`)
  const repeated = ['-v', 'error', '-y', '-stream_loop', '-1', '-i', sample, '-t', String(seconds)]
  const args = [...repeated, '-ar', '16000', '-ac', '1', target]
  const { code, stderr } = await runProgram(tools.ffmpeg, args, { timeoutMs: 120_000 })
  if (code !== 0) throw new Error(stderr)
  return target
}
