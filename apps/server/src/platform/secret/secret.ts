import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/config'
import { ConfigError } from '../config/config-error'

const MINIMUM_LENGTH = 16

/** What seals keys in the database and signs addresses: LIVETAP_SECRET, or a file made at the first start. */
export function loadSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  const path = pathOf(config)
  const secret = findSecret(config) ?? create(path)
  if (secret.length < MINIMUM_LENGTH)
    throw new ConfigError('LIVETAP_SECRET', `the file ${path} holds less than ${MINIMUM_LENGTH} characters`)
  return secret
}

/** The installation's own, where this machine has it. */
export function findSecret(config: Pick<Config, 'secret' | 'dataDir'>): string | undefined {
  return config.secret || readIfThere(pathOf(config))
}

const pathOf = ({ dataDir }: Pick<Config, 'dataDir'>) => resolve(dataDir, 'secret')

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError('LIVETAP_SECRET', `the file ${path} cannot be read (${(error as Error).message})`)
  }
}

/** Written whole and then linked into place: a cut leaves no half secret, and the first of two writers wins. */
function create(path: string): string {
  const unfinished = `${path}.${process.pid}.new`
  writeFileSync(unfinished, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true })
  try {
    linkSync(unfinished, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(unfinished, { force: true })
  }
  return readFileSync(path, 'utf8').trim()
}
