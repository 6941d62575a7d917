import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { runBackupCommand, runRestoreCommand } from '../backup-command'

export const BACKUP_KEY = 'a key for tests only'

/** A folder that goes with the test. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Env = Record<string, string | undefined>

async function command(
  run: typeof runBackupCommand,
  env: Env,
  args: string[],
): Promise<{ code: number; output: string; problems: string }> {
  const said = { output: '', problems: '' }
  const code = await run(args, {
    env: { LIVETAP_BACKUP_KEY: BACKUP_KEY, ...env },
    cwd: '/',
    write: text => {
      said.output += text
    },
    problems: {
      write: text => {
        said.problems += text
      },
    },
  })
  return { code, ...said }
}

/** As `npm run backup -- …` in an installation with these variables. */
export const backup = (env: Env, ...args: string[]) => command(runBackupCommand, env, args)

/** As `npm run restore -- …`. */
export const restore = (env: Env, ...args: string[]) => command(runRestoreCommand, env, args)
