import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { endOrphans } from './orphans'

const isLinux = process.platform === 'linux'

test.skipIf(!isLinux)(
  'what a killed postmaster left is ended, with or without a title of its own',
  async () => {
    const cluster = realpathSync(mkdtempSync(join(tmpdir(), 'livetap-orphans-')))
    onTestFinished(() => rmSync(cluster, { recursive: true }))
    const started = (argv0: string, cwd = cluster) => {
      const child = spawn('sleep', ['600'], { cwd, argv0, stdio: 'ignore' })
      onTestFinished(() => void child.kill('SIGKILL'))
      return child
    }
    const orphans = [started('postgres: checkpointer'), started('/usr/lib/postgresql/bin/postgres')]
    const others = [started('sleep'), started('postgres: checkpointer', tmpdir())]
    const ended = orphans.map(child => once(child, 'exit'))
    await Promise.all([...orphans, ...others].map(child => child.pid ?? once(child, 'spawn')))
    await endOrphans(cluster)
    await Promise.all(ended)
    expect(others.map(({ exitCode, signalCode }) => exitCode ?? signalCode)).toEqual([null, null])
  },
)
