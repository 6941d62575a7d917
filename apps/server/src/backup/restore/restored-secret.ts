import { createHmac } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../platform/config/config'
import { BackupError } from '../backup-error'
import type { Manifest } from '../target/manifest'

type SecretPlace = Pick<Config, 'secret' | 'dataDir'>

const secretPath = ({ dataDir }: SecretPlace) => resolve(dataDir, 'secret')

function readSecret(place: SecretPlace): string | undefined {
  try {
    return readFileSync(secretPath(place), 'utf8').trim()
  } catch {
    return undefined
  }
}

/** By it a secret is recognised; it tells nothing of it. */
const fingerprintOf = (secret: string) =>
  createHmac('sha256', secret).update('livetap backup').digest('hex').slice(0, 32)

/** What a backup keeps of the installation's secret: one that lies in the data folder itself, which would be lost with it. */
export function keptSecret(config: SecretPlace): Manifest['secret'] {
  if (config.secret) return { fingerprint: fingerprintOf(config.secret) }
  const value = readSecret(config)
  if (value !== undefined) return { value }
  throw new BackupError(
    'other_secret',
    `${secretPath(config)} is missing, and without the secret a backup is of no use: give the command the variables of the server`,
  )
}

/** The secret of the installation that is restored. */
export class RestoredSecret {
  #isWritten = false

  constructor(private readonly place: SecretPlace) {}

  assertFits(kept: Manifest['secret']): void {
    const given = this.place.secret ?? readSecret(this.place)
    if ('value' in kept) {
      if (given === undefined || given === kept.value) return
      const where = this.place.secret ? 'LIVETAP_SECRET' : `the file ${secretPath(this.place)}`
      throw new BackupError(
        'other_secret',
        `${where} is another secret than that of the backup: take it away`,
      )
    }
    if (given !== undefined && fingerprintOf(given) === kept.fingerprint) return
    throw new BackupError(
      'other_secret',
      'LIVETAP_SECRET must be that of the installation of which the backup was taken',
    )
  }

  write(kept: Manifest['secret']): void {
    if (!('value' in kept) || this.place.secret || readSecret(this.place) !== undefined) return
    writeFileSync(secretPath(this.place), kept.value, { mode: 0o600, flush: true })
    this.#isWritten = true
  }

  remove(): void {
    if (this.#isWritten) rmSync(secretPath(this.place), { force: true })
  }
}
