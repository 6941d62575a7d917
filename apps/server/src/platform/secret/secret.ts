import { randomBytes } from 'node:crypto'
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../config/config'
import { ConfigError } from '../config/config-error'

const MINIMUM_LENGTH = 16

/** What seals keys in the database and signs addresses: LIVETAP_SECRET, or a file made at the first start. */
export function loadSecret(config: Pick<Config, 'secret' | 'dataDir'>): string {
  if (config.secret) return config.secret
  const path = resolve(config.dataDir, 'secret')
  const secret = readIfThere(path) ?? create(path)
  if (secret.length < MINIMUM_LENGTH)
    throw new ConfigError('LIVETAP_SECRET', `the file ${path} holds less than ${MINIMUM_LENGTH} characters`)
  return secret
}

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
