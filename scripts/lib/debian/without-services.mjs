import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Debian asks it before it starts the service of a package; 101 means no. */
const POLICY = '/usr/sbin/policy-rc.d'
const OURS =
  '#!/bin/sh\n# Of the tests of Livetap, while they install: they start their servers themselves.\nexit 101\n'

/** Installs packages of which no service is started. What the system itself says about that stays as it is. */
export async function withoutServices(install, policy = POLICY) {
  // One of ours was left behind by a run that was killed.
  if (existsSync(policy) && readFileSync(policy, 'utf8') !== OURS) return await install()
  const remove = () => rmSync(policy, { force: true })
  const stop = () => process.exit(1)
  process.once('exit', remove)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop)
  writeFileSync(policy, OURS, { mode: 0o755 })
  try {
    return await install()
  } finally {
    remove()
    process.off('exit', remove)
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, stop)
  }
}
