/**
 * A recording of 1 GB over a network that breaks at ten random moments: it must arrive with the same SHA-256, and the
 * server must not grow with it. `--mb=50` makes it smaller.
 */
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, openAsBlob, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { CuttingProxy } from '@livetap/server/testing'
import { TestServer } from '../e2e/support/server'
import { signedInUploads } from './lib/signed-in-uploads'

const MB = 1024 * 1024
const megabytes = Number(process.argv.find(arg => arg.startsWith('--mb='))?.slice(5) ?? 1024)
const CUTS = 10
const MAX_GROWTH_MB = 64
const WARM_UP_PERCENT = 5

async function makeRecording(path: string): Promise<string> {
  const hash = createHash('sha256')
  const file = createWriteStream(path)
  for (let at = 0; at < megabytes; at++) {
    const block = randomBytes(MB)
    hash.update(block)
    if (!file.write(block)) await once(file, 'drain')
  }
  file.end()
  await finished(file)
  return hash.digest('hex')
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const block of createReadStream(path)) hash.update(block as Buffer)
  return hash.digest('hex')
}

async function residentMb(origin: string): Promise<number> {
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(metrics)?.[1]) / MB
}

/** Distances between ten moments anywhere in the recording. */
function randomCuts(total: number): number[] {
  const moments = Array.from({ length: CUTS }, () => Math.floor(Math.random() * total * 0.95)).sort(
    (a, b) => a - b,
  )
  return moments.map((moment, at) => moment - (moments[at - 1] ?? 0))
}

const folder = mkdtempSync(join(tmpdir(), 'livetap-soak-'))
const server = await TestServer.start()
const proxy = await CuttingProxy.start(server.origin)
let failed = ''
try {
  const path = join(folder, 'recording.wav')
  const expected = await makeRecording(path)
  const file = await openAsBlob(path)
  const { uploads } = await signedInUploads(server.origin, proxy.origin)
  const signal = AbortSignal.timeout(30 * 60_000)
  const begin = (file: Blob) =>
    uploads.createSession(
      {
        start_at_utc: new Date().toISOString(),
        source: 'soak',
        client_region: 'us',
        file_size: file.size,
        file_type: 'audio/wav',
        file_name: 'recording.wav',
      },
      signal,
    )
  // The first upload of all loads code and fills pools; what is asked here is what the size of one costs.
  const warmUp = await begin(file)
  const stop = new AbortController()
  await uploads
    .send(warmUp, file, {
      signal: stop.signal,
      onPercent: percent => percent >= WARM_UP_PERCENT && stop.abort(),
    })
    .catch(() => undefined)
  await uploads.discard(warmUp)
  proxy.passed = 0
  const session = await begin(file)
  const before = await residentMb(server.origin)
  let most = before
  const watching = setInterval(async () => {
    most = Math.max(most, await residentMb(server.origin).catch(() => 0))
  }, 500)
  proxy.cutAfter(...randomCuts(file.size))
  const began = performance.now()
  await uploads.send(session, file, { signal }).finally(() => clearInterval(watching))
  const seconds = (performance.now() - began) / 1000
  const stored = join(server.dataDir, 'data', 'storage', 'meetings', session.meeting_id)
  const name = readdirSync(stored).find(one => one.startsWith('recording.'))
  const arrived = name ? await sha256(join(stored, name)) : 'nothing'
  const figures = {
    bytes: file.size,
    cuts: proxy.cuts,
    'sent besides, MB': ((proxy.passed - file.size) / MB).toFixed(1),
    'MB/s': (file.size / MB / seconds).toFixed(1),
    'memory before, MB': before.toFixed(1),
    'memory growth, MB': (most - before).toFixed(1),
    'same SHA-256': arrived === expected,
  }
  for (const [figure, value] of Object.entries(figures))
    process.stdout.write(`${figure.padEnd(20)} ${value}\n`)
  if (arrived !== expected) failed = 'the recording arrived damaged'
  else if (proxy.cuts < CUTS) failed = `only ${proxy.cuts} of ${CUTS} cuts happened`
  else if (most - before >= MAX_GROWTH_MB) failed = `the server grew by ${(most - before).toFixed(1)} MB`
} finally {
  await proxy.stop()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
if (failed) process.stderr.write(`FAILED: ${failed}\n`)
process.exit(failed ? 1 : 0)
