import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { debianPrograms, findProgram, missingPrograms } from './debian-programs'

export const missingOpenssl = missingPrograms(debianPrograms.openssl)

const DAY_MS = 86_400_000

export interface OwnCertificate {
  certificate: string
  key: string
  /** As a client trusts it. */
  pem: string
}

/** A certificate for localhost that signs itself, valid for some days more or expired some days ago. */
export function ownCertificate(folder: string, { days = 30 }: { days?: number } = {}): OwnCertificate {
  mkdirSync(folder, { recursive: true })
  const path = (name: string) => join(folder, name)
  const openssl = (...args: string[]) =>
    execFileSync(findProgram(debianPrograms.openssl), args, { stdio: 'pipe' })
  const at = (daysFromNow: number) =>
    `${new Date(Date.now() + daysFromNow * DAY_MS).toISOString().replace(/[-:T]|\.\d+/g, '')}`
  const settings = [
    ...['[ca]', 'default_ca = own', '[own]', `database = ${path('index.txt')}`, `serial = ${path('serial')}`],
    ...[`new_certs_dir = ${folder}`, 'default_md = sha256', 'policy = any', 'x509_extensions = names'],
    ...['[any]', 'commonName = supplied', '[names]', 'subjectAltName = DNS:localhost,IP:127.0.0.1'],
    ...['[req]', 'distinguished_name = none', '[none]'],
  ]
  writeFileSync(path('openssl.cnf'), settings.join('\n'))
  writeFileSync(path('index.txt'), '')
  writeFileSync(path('serial'), '01')
  const key = path('tls.key')
  const certificate = path('tls.crt')
  const config = ['-config', path('openssl.cnf')]
  openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', key)
  openssl('req', '-new', ...config, '-key', key, '-subj', '/CN=localhost', '-out', path('request'))
  const dates = ['-startdate', at(Math.min(0, days) - 1), '-enddate', at(days)]
  const signed = ['-keyfile', key, '-in', path('request'), '-out', certificate, '-notext']
  openssl('ca', '-batch', '-selfsign', ...config, ...dates, ...signed)
  return { certificate, key, pem: readFileSync(certificate, 'utf8') }
}
