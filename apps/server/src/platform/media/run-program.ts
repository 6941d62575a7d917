import { spawn } from 'node:child_process'
import { MediaError } from './media-error'
import { limited, type ProgramLimits } from './program-limits'

export interface RunOptions {
  timeoutMs: number
  signal?: AbortSignal
  /** Bytes for standard input. */
  input?: Uint8Array
  /** Gets standard output as it comes, and holds the program while its promise is open. */
  onOutput?: (chunk: Buffer) => void | Promise<void>
  /** Of standard output that is collected when no one takes it; more ends the program. */
  maxOutputBytes?: number
  limits?: ProgramLimits
}

export interface RunResult {
  /** Null when a signal ended it. */
  code: number | null
  signal: NodeJS.Signals | null
  stdout: Buffer
  /** The last of standard error. */
  stderr: string
}

const STDERR_BYTES = 16_384

/** Nothing of our own environment: it holds secrets, and a decoder works on the files of strangers. */
const ENVIRONMENT = { LC_ALL: 'C', MALLOC_ARENA_MAX: '4' }

/** Runs a program. It is killed when its time is up, on abort, and when it says too much. */
export async function runProgram(
  path: string,
  args: readonly string[],
  options: RunOptions,
): Promise<RunResult> {
  const { signal, timeoutMs, input, onOutput, maxOutputBytes = 1 << 20 } = options
  if (signal?.aborted) throw aborted(signal)
  const [command, commandArgs] = options.limits ? limited(path, args, options.limits) : [path, args]
  const child = spawn(command, commandArgs, {
    stdio: [input ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    env: ENVIRONMENT,
    windowsHide: true,
  })
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
  const ended = new Promise<Pick<RunResult, 'code' | 'signal'>>((resolve, reject) => {
    child.once('error', error =>
      reject(new MediaError('unavailable', `${path} cannot be run: ${error.message}`)),
    )
    child.once('close', (code, signal) => resolve({ code, signal }))
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
    const [stdout, end] = await Promise.all([collect(), ended])
    if (failure) throw failure
    return { ...end, stdout, stderr }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
}

const aborted = (signal: AbortSignal | undefined) =>
  new MediaError('aborted', 'decoding was stopped', { cause: signal?.reason })
