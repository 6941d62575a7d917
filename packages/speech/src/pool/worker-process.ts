import { type ChildProcess, fork } from 'node:child_process'
import { SpeechError } from '../speech-error'
import type { FromWorker, Job, JobKind, JobResult, ToWorker, WorkerSettings } from './jobs'
import { workerFile } from './worker-file'

interface Running {
  resolve: (result: JobResult) => void
  reject: (error: SpeechError) => void
  timer: NodeJS.Timeout
}

/** One child process. It ends for good with its first failure; the pool starts another. */
export class WorkerProcess {
  private readonly child: ChildProcess
  private readonly running = new Map<number, Running>()
  private nextId = 1
  private ended = false

  constructor(settings: WorkerSettings, onExit: (error: SpeechError) => void) {
    const { path, execArgv } = workerFile('recognizer')
    this.child = fork(path, [], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.child.on('message', message => this.receive(message as FromWorker))
    const gone = (how: string) => {
      if (this.ended) return
      this.ended = true
      const error = new SpeechError('crashed', `The recognition process ended unexpectedly (${how})`)
      this.failAll(error)
      onExit(error)
    }
    this.child.on('exit', (code, signal) => gone(signal ?? `code ${code}`))
    this.child.on('error', error => gone(error.message))
    this.send({ type: 'settings', settings })
  }

  get pid(): number | undefined {
    return this.child.pid
  }

  get busy(): number {
    return this.running.size
  }

  run<K extends JobKind>(kind: K, job: Job<K>, timeoutMs: number): Promise<JobResult<K>> {
    if (this.ended) return Promise.reject(new SpeechError('crashed', 'The recognition process has ended'))
    const id = this.nextId++
    return new Promise<JobResult>((resolve, reject) => {
      // A process that does not answer is as good as crashed: its exit fails everything it holds.
      const timer = setTimeout(() => this.child.kill('SIGKILL'), timeoutMs)
      this.running.set(id, { resolve, reject, timer })
      this.send({ type: 'job', id, kind, job })
    }) as Promise<JobResult<K>>
  }

  async close(): Promise<void> {
    if (this.ended) return
    this.ended = true
    this.failAll(new SpeechError('closed', 'The recognition process was closed'))
    const exited = new Promise<void>(resolve => this.child.once('exit', () => resolve()))
    if (this.child.exitCode !== null || this.child.signalCode !== null) return
    if (this.child.connected) this.child.disconnect()
    const timer = setTimeout(() => this.child.kill('SIGKILL'), 2_000)
    await exited
    clearTimeout(timer)
  }

  private send(message: ToWorker): void {
    // A failed send shows as the exit of the child.
    this.child.send(message, () => {})
  }

  private receive(message: FromWorker): void {
    if (message.type === 'ready') return
    const running = this.running.get(message.id)
    if (!running) return
    this.running.delete(message.id)
    clearTimeout(running.timer)
    if (message.type === 'done') running.resolve(message.result)
    else running.reject(new SpeechError('unavailable', message.message))
  }

  private failAll(error: SpeechError): void {
    for (const { reject, timer } of this.running.values()) {
      clearTimeout(timer)
      reject(error)
    }
    this.running.clear()
  }
}
