import { type ChildProcess, fork } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  type App,
  createApp,
  createLog,
  loadConfig,
  type Meeting,
  meetingFiles,
  type NewMeeting,
} from '@livetap/server'

const built = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))

/** A gateway with the embedded database and no worker of its own; workers join by its data folder. */
export class BenchServer {
  private constructor(
    readonly app: App,
    readonly folder: string,
  ) {}

  static async start(): Promise<BenchServer> {
    const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-'))
    await chmod(folder, 0o755)
    const env = {
      PORT: '0',
      LIVETAP_DATA: join(folder, 'data'),
      LIVETAP_SAMPLES: 'off',
      LIVETAP_ROLE: 'gateway',
    }
    const noUsers = { authenticate: async () => null, principalOf: async () => undefined }
    const app = await createApp(loadConfig(env, folder), createLog('error'), { authenticator: noUsers })
    return new BenchServer(app, folder)
  }

  /** The variables of a worker beside this server. */
  workerEnv(capacity = 1): Record<string, string> {
    const dataDir = join(this.folder, 'data')
    return { LIVETAP_ROLE: 'worker', LIVETAP_DATA: dataDir, LIVETAP_CAPACITY: String(capacity) }
  }

  /** The built worker as a process of its own. */
  async startWorker(capacity = 1): Promise<{ stop(): Promise<void>; pid: number }> {
    const env = { ...process.env, ...this.workerEnv(capacity), LIVETAP_LOG_LEVEL: 'error' }
    const child = fork(built, [], { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
    await new Promise<void>((resolve, reject) => {
      child.once('message', () => resolve())
      child.once('exit', code => reject(new Error(`the worker ended with ${code}`)))
    })
    child.removeAllListeners('exit')
    return { pid: child.pid!, stop: () => ended(child) }
  }

  /** Stores a recording as a meeting's and hands it to the pipeline. */
  async enqueue(path: string, given: Partial<NewMeeting> = {}): Promise<Meeting> {
    const { service, store } = this.app.meetings
    const meeting = await service.create({ ...newMeeting, startedAt: new Date(), ...given })
    const key = meetingFiles.recording(meeting.id, extname(path).slice(1))
    await this.app.storage.put(key, createReadStream(path))
    await store.change(meeting.id, { recordingKey: key })
    await this.app.pipeline.service.enqueue(meeting.id)
    return meeting
  }

  async settled(id: string): Promise<Meeting> {
    for (;;) {
      const meeting = await this.app.meetings.store.find(id)
      if (meeting && meeting.status !== 'processing') return meeting
      await wait(100)
    }
  }

  /** How long each stage of a finished run took. */
  async stageMs(id: string): Promise<Map<string, number>> {
    const { rows } = await this.app.database.pool.query(
      'select stage, extract(epoch from finished_at - started_at)::float8 * 1000 as ms from pipeline_stage where meeting_id = $1',
      [id],
    )
    return new Map(rows.map(row => [row.stage as string, row.ms as number]))
  }

  async close(): Promise<void> {
    await this.app.close()
    await rm(this.folder, { recursive: true, force: true })
  }
}

export const newMeeting: Omit<NewMeeting, 'id' | 'startedAt'> = {
  title: 'bench',
  hostUserId: 'bench',
  hostEmail: 'bench@localhost',
  siteId: '1',
  siteName: 'bench',
  source: 'bench',
  region: 'us',
  language: 'en-US',
  enableEnsemble: false,
  sharder: 'vadmarker',
  trainableShardPercent: 0,
  status: 'processing',
  stage: 'queued',
}

const ended = (child: ChildProcess) =>
  new Promise<void>(resolve => {
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })
