import { jobHandlers } from '../nutcracker/job-handlers'
import { RecognizerModels } from '../nutcracker/recognizer-models'
import type { FromWorker, Job, JobKind, JobResult, ToWorker } from './jobs'

let models: RecognizerModels | undefined
let heavy: Promise<unknown> = Promise.resolve()

function send(message: FromWorker): void {
  // The parent may be gone; `disconnect` ends this process then.
  if (process.connected) process.send?.(message)
}

async function perform<K extends JobKind>(kind: K, job: Job<K>): Promise<JobResult<K>> {
  if (!models) throw new Error('A job came before the settings')
  return jobHandlers[kind](models, job)
}

async function answer(id: number, kind: JobKind, job: Job): Promise<void> {
  try {
    send({ type: 'done', id, result: await perform(kind, job) })
  } catch (error) {
    send({ type: 'failed', id, message: error instanceof Error ? error.message : String(error) })
  }
}

process.on('message', (message: ToWorker) => {
  if (message.type === 'settings') {
    models = new RecognizerModels(message.settings)
    send({ type: 'ready' })
    return
  }
  const { id, kind, job } = message
  // Voice activity runs between the steps of a decoding; decodings never run beside each other.
  if (kind === 'vad') void answer(id, kind, job)
  else heavy = heavy.then(() => answer(id, kind, job))
})
process.on('disconnect', () => process.exit(0))
// A Ctrl-C goes to the whole group; the parent decides when this process ends.
process.on('SIGINT', () => {})
