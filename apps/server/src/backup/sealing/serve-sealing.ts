import { parentPort, workerData } from 'node:worker_threads'
import { BackupKeys } from '../target/backup-keys'
import { runSealingJob, type SealingJob } from './sealing-job'

/** The inside of a thread: does one job after the other. */
export function serveSealing(): void {
  const keys = new BackupKeys(workerData as Uint8Array)
  parentPort!.on('message', (job: SealingJob) => parentPort!.postMessage(runSealingJob(keys, job)))
  parentPort!.postMessage('ready')
}
