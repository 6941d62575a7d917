import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../platform/db/embedded/free-port'
import { debianPrograms, findProgram, missingPrograms } from './debian-programs'
import { untilListening } from './until-listening'

export const missingRedis = missingPrograms(debianPrograms.redis)

export interface RedisServer {
  url: string
  /** Forgets everything and answers at the same address again. */
  restart(): Promise<void>
  stop(): Promise<void>
}

/** In memory alone, on a port of its own. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'livetap-redis-'))
  const settings = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder]
  let child: ChildProcess
  const start = async () => {
    child = spawn(findProgram(debianPrograms.redis), settings, { stdio: 'ignore' })
    await untilListening(child, port)
  }
  const kill = async () => {
    const exited = once(child, 'exit')
    child.kill('SIGKILL')
    await exited
  }
  await start()
  return {
    url: `redis://127.0.0.1:${port}`,
    async restart() {
      await kill()
      await start()
    },
    async stop() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
