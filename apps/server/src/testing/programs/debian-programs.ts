import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** A program of the system, and the Debian package that has it. */
export interface DebianProgram {
  name: string
  debianPackage: string
}

export const debianPrograms = {
  haproxy: { name: 'haproxy', debianPackage: 'haproxy' },
  pgbouncer: { name: 'pgbouncer', debianPackage: 'pgbouncer' },
  redis: { name: 'redis-server', debianPackage: 'redis-server' },
  nginx: { name: 'nginx', debianPackage: 'nginx-light' },
  openssl: { name: 'openssl', debianPackage: 'openssl' },
  dockerCompose: { name: 'docker-compose', debianPackage: 'docker-compose' },
  promtool: { name: 'promtool', debianPackage: 'prometheus' },
} as const satisfies Record<string, DebianProgram>

/** Debian keeps servers where a user's own path does not lead. */
const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']

const pathOf = ({ name }: DebianProgram) => folders.map(folder => join(folder, name)).find(existsSync)

export function findProgram(program: DebianProgram): string {
  const path = pathOf(program)
  if (!path) throw new Error(missingPrograms(program))
  return path
}

/** What is missing and how to get it, in one line; undefined where all is there. */
export function missingPrograms(...programs: readonly DebianProgram[]): string | undefined {
  const missing = programs.filter(program => !pathOf(program))
  if (missing.length === 0) return undefined
  const packages = missing.map(({ debianPackage }) => debianPackage)
  return `${missing.map(({ name }) => name).join(', ')} not found: apt-get install ${packages.join(' ')}`
}
