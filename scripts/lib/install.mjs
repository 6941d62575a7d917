import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail, root, run } from './run.mjs'

const MINIMUM = [20, 19]

function checkNodeVersion() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1]))
    fail(`Livetap needs Node ${MINIMUM.join('.')} or newer; this is ${process.versions.node}.`)
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), 'utf8'))
  } catch {
    return null
  }
}

/** npm records what it installed; it is compared with the lock file, package by package. */
function isInstalled() {
  const wanted = readJson('package-lock.json')?.packages
  const present = readJson('node_modules/.package-lock.json')?.packages
  if (!wanted || !present) return false
  return Object.entries(wanted).every(([path, entry]) => {
    if (!path.startsWith('node_modules/') || entry.link || entry.optional || entry.devOptional) return true
    return present[path]?.version === entry.version
  })
}

const OFFLINE =
  /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|ENOTCACHED/

export async function ensureInstalled() {
  checkNodeVersion()
  if (isInstalled()) return
  process.stdout.write('Installing packages (once, about two minutes)...\n')
  // onnxruntime-node would otherwise try to download GPU libraries that nothing here uses.
  const env = { ONNXRUNTIME_NODE_INSTALL: 'skip' }
  const result = await run('npm', ['ci', '--loglevel=error', '--no-fund', '--no-audit'], {
    capture: true,
    env,
  }).catch(error => ({ code: 1, output: `npm cannot be run (${error.code})` }))
  if (result.code === 0) return
  if (OFFLINE.test(result.output))
    fail(
      'Packages could not be installed: the package registry cannot be reached. Check the network and run this again.',
    )
  const reason =
    result.output.split('\n').find(line => /^npm error (?!code)/.test(line)) ??
    result.output.trim().split('\n').pop()
  fail(`Packages could not be installed: ${reason}`)
}
