import { type ChildProcess, fork } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const entry = fileURLToPath(new URL('../../apps/server/dist/main.js', import.meta.url))
const startMs = 60_000
const stopMs = 20_000

export interface Account {
  email: string
  password: string
}

export const admin: Account = { email: 'ann@example.org', password: 'correct horse battery staple' }

export interface ServerOptions {
  /** More variables, or other values. */
  env?: Record<string, string>
  /** A data folder to go on with; by default a fresh one that goes with the server. */
  dataDir?: string
}

/** The built server as a process of its own, on a free port, with a data folder of its own. */
export class TestServer {
  readonly origin: string
  readonly dataDir: string
  readonly output: string[]
  readonly #child: ChildProcess
  readonly #ownsData: boolean

  private constructor(
    child: ChildProcess,
    origin: string,
    dataDir: string,
    ownsData: boolean,
    output: string[],
  ) {
    this.#child = child
    this.origin = origin
    this.dataDir = dataDir
    this.#ownsData = ownsData
    this.output = output
  }

  static async start({ env = {}, dataDir }: ServerOptions = {}): Promise<TestServer> {
    const folder = dataDir ?? mkdtempSync(join(tmpdir(), 'livetap-e2e-'))
    // The database may run as another user, who must be able to walk through.
    chmodSync(folder, 0o755)
    const output: string[] = []
    const child = fork(entry, [], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      execArgv: ['--enable-source-maps'],
      env: {
        ...process.env,
        PORT: '0',
        HOST: '127.0.0.1',
        LIVETAP_DATA: join(folder, 'data'),
        LIVETAP_SAMPLES: 'off',
        LIVETAP_WHISPER: 'base',
        LIVETAP_ADMIN_EMAIL: admin.email,
        LIVETAP_ADMIN_PASSWORD: admin.password,
        ...env,
      },
    })
    // A run that ends by an error stops its servers too.
    const stopWithRun = () => child.kill('SIGTERM')
    process.once('exit', stopWithRun)
    child.once('close', () => process.removeListener('exit', stopWithRun))
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', chunk => {
        output.push(String(chunk))
        if (output.length > 2000) output.shift()
      })
    const origin = await new Promise<string>((resolve, reject) => {
      const timer = setTimeout(() => fail('did not listen in time'), startMs)
      const fail = (why: string) => {
        clearTimeout(timer)
        child.kill('SIGKILL')
        reject(new Error(`the server ${why}:\n${output.join('')}`))
      }
      child.once('exit', code => fail(`ended with ${code}`))
      child.on('message', (message: { type?: string; address?: string }) => {
        if (message.type !== 'listening' || !message.address) return
        clearTimeout(timer)
        child.removeAllListeners('exit')
        resolve(message.address)
      })
    })
    return new TestServer(child, origin, folder, dataDir === undefined, output)
  }

  get pid(): number {
    return this.#child.pid!
  }

  kill(signal: NodeJS.Signals): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return Promise.resolve()
    return new Promise(resolve => {
      const timer = setTimeout(() => this.#child.kill('SIGKILL'), stopMs)
      this.#child.once('exit', () => {
        clearTimeout(timer)
        resolve()
      })
      this.#child.kill(signal)
    })
  }

  async stop(): Promise<void> {
    await this.kill('SIGTERM')
    if (this.#ownsData) rmSync(this.dataDir, { recursive: true, force: true })
  }
}
