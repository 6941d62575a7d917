import { spawn } from 'node:child_process'
import { MediaError } from './media-error'

export interface RunOptions {
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Bytes for standard input. */
  input?: Uint8Array
  /** Gets standard output as it comes, and holds the program while its promise is open. */
  onOutput?: (chunk: Buffer) => void | Promise<void>
  /** Of standard output that is collected when nobody takes it; more ends the program. */
  maxOutputBytes?: number
}

export interface RunResult {
  code: number | null
  stdout: Buffer
  /** The last of standard error. */
  stderr: string
}

const STDERR_BYTES = 16_384

/** Runs a program without a shell. It is killed when its time is up, on abort, and when it says too much. */
export async function runProgram(
  path: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const { signal, timeoutMs, input, onOutput, maxOutputBytes = 1 << 20 } = options
  if (signal?.aborted) throw aborted(signal)
  const child = spawn(path, args, { stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'], windowsHide: true })
  let failure: Error | undefined
  const kill = (why: Error) => {
    failure ??= why
    child.kill('SIGKILL')
  }
  const onAbort = () => kill(aborted(signal))
  signal?.addEventListener('abort', onAbort, { once: true })
  const timer = setTimeout(
    () => kill(new MediaError('timeout', `decoding took longer than ${Math.round(timeoutMs / 1000)} s`)),
    timeoutMs,
  )
  let stderr = ''
  child.stderr!.on('data', chunk => {
    stderr = (stderr + chunk).slice(-STDERR_BYTES)
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', error =>
      reject(new MediaError('unavailable', `${path} cannot be run: ${error.message}`)),
    )
    child.once('close', resolve)
  })
  // A program that has ended takes no input: its exit code tells why.
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(input)
  const collect = async () => {
    const chunks: Buffer[] = []
    let size = 0
    try {
      for await (const chunk of child.stdout as AsyncIterable<Buffer>) {
        if (onOutput) {
          await onOutput(chunk)
          continue
        }
        size += chunk.length
        if (size > maxOutputBytes) throw new MediaError('failed', 'the program wrote more than is taken')
        chunks.push(chunk)
      }
    } catch (error) {
      kill(error as Error)
    }
    return Buffer.concat(chunks)
  }
  try {
    const [stdout, code] = await Promise.all([collect(), ended])
    if (failure) throw failure
    return { code, stdout, stderr }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new MediaError('aborted', 'decoding was stopped', { cause: signal?.reason })
