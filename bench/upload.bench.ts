/**
 * Uploading in chunks, ours beside tus in the same run: the same chunks, each synced to disk before it is answered.
 * Ours also checks the bearer's session and keeps the position in the database, as it does in production.
 */
import { randomBytes } from 'node:crypto'
import { UPLOAD_CHUNK_BYTES } from '@livetap/contract'
import { isToy, type Measure, report } from './lib/report'
import { livetapPeer, tusPeer, type UploadPeer } from './lib/upload/upload-peers'

const ROUNDS = isToy ? 1 : 7
const CHUNKS = isToy ? 3 : 60
const MB = 1_000_000
const MIN_SHARE_OF_TUS = 0.8
const MAX_MEMORY_MB = 64
const chunk = randomBytes(UPLOAD_CHUNK_BYTES)

interface Figures {
  mbPerSecond: number
  cpuSecondsPerGb: number
  memoryMb: number
}

/** One upload that never ends: what follows the last byte is not measured here. */
async function upload(peer: UploadPeer, chunks: number): Promise<Figures> {
  const total = chunks * chunk.length + 1
  const url = await peer.begin(total)
  const before = await peer.usage()
  let most = before.rss
  let sampling = true
  const sampled = (async () => {
    while (sampling) {
      most = Math.max(most, (await peer.usage()).rss)
      await new Promise(later => setTimeout(later, 250))
    }
  })()
  const began = performance.now()
  for (let at = 0; at < chunks; at++) await peer.put(url, at * chunk.length, chunk, total)
  const seconds = (performance.now() - began) / 1000
  sampling = false
  await sampled
  const after = await peer.usage()
  const bytes = chunks * chunk.length
  return {
    mbPerSecond: bytes / MB / seconds,
    cpuSecondsPerGb: (after.cpuSeconds - before.cpuSeconds) / (bytes / (1000 * MB)),
    memoryMb: (most - before.rss) / MB,
  }
}

const peers = [await livetapPeer(), await tusPeer()] as const
try {
  const figures = new Map<UploadPeer, Figures[]>(peers.map(peer => [peer, []]))
  for (const peer of peers) await upload(peer, Math.min(CHUNKS, 10))
  for (let round = 0; round < ROUNDS; round++) {
    // Taking turns at going first: neither always finds the disk as the other left it.
    for (const peer of round % 2 ? [...peers].reverse() : peers)
      figures.get(peer)!.push(await upload(peer, CHUNKS))
  }
  const [ours, tus] = peers.map(peer => figures.get(peer)!) as [Figures[], Figures[]]
  const shares = ours.map((one, round) => one.mbPerSecond / tus[round]!.mbPerSecond)
  const of = (name: string, unit: Measure['unit'], all: Figures[], key: keyof Figures): Measure => ({
    name,
    unit,
    samples: all.map(one => one[key]),
  })
  report('upload', [
    of('throughput, livetap', 'MB/s', ours, 'mbPerSecond'),
    of('throughput, tus', 'MB/s', tus, 'mbPerSecond'),
    { name: "throughput, share of tus's", unit: '', samples: shares, bar: { atLeast: MIN_SHARE_OF_TUS } },
    of('CPU per GB, livetap', 's', ours, 'cpuSecondsPerGb'),
    of('CPU per GB, tus', 's', tus, 'cpuSecondsPerGb'),
    {
      name: 'memory growth, livetap',
      unit: 'MB',
      samples: ours.map(one => one.memoryMb),
      bar: { atMost: MAX_MEMORY_MB },
    },
    of('memory growth, tus', 'MB', tus, 'memoryMb'),
  ])
} finally {
  for (const peer of peers) await peer.stop()
  process.exitCode ??= 0
}
process.exit()
