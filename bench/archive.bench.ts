/**
 * An archive of trainable utterances, packed by a worker of its own, beside the `zip` program on the same files; how
 * much memory the packing takes, and whether another worker completes what one that was killed had begun.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { meetingFiles } from '@livetap/server'
import { BenchServer, newMeeting } from './lib/bench-server'
import { isToy, median, report } from './lib/report'

const UTTERANCES = isToy ? 200 : 10_000
const TURNS = isToy ? 1 : 3
const SECONDS = 4
const MB = 1024 * 1024

const server = await BenchServer.start()
const { app } = server
const { service } = app.archives
const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

/** Noise that rises and falls: about as large as speech in FLAC. */
const sound = (seed: number): Int16Array =>
  Int16Array.from({ length: SECONDS * 16_000 }, (_, at) => {
    const envelope = 1_500 * (1 + Math.sin(at / 3_000 + seed))
    return envelope * Math.sin(at / (7 + (seed % 5))) + (Math.random() - 0.5) * 400
  })

async function fill(): Promise<string> {
  const meeting = await app.meetings.service.create({
    ...newMeeting,
    startedAt: new Date(),
    status: 'CallEnded',
  })
  const folder = join(server.folder, 'made')
  await mkdir(folder)
  const sounds: Buffer[] = []
  for (let seed = 0; seed < 10; seed++) {
    const file = join(folder, `${seed}.flac`)
    await app.media.encodeFlac(sound(seed), file)
    sounds.push(await readFile(file))
  }
  for (let n = 0; n < UTTERANCES; n++)
    await app.storage.put(meetingFiles.shard(meeting.id, `bench-${n}`), sounds[n % sounds.length]!)
  await query(
    `insert into shard (id, meeting_id, storage_key, start_offset_ms, end_offset_ms, speaker_ids, transcript, words,
       transcript_type, language_code, language_inferred, region, site_name, source)
     select 'bench-' || n, $1, replace($2, 'bench-0', 'bench-' || n), n * 5000, n * 5000 + ${SECONDS * 1000}, '["1"]',
       'the words of utterance ' || n, '[]', 'NORMAL', 'en-US', false, 'us', 'bench', 'bench'
     from generate_series(0, ${UTTERANCES - 1}) as n`,
    [meeting.id, meetingFiles.shard(meeting.id, 'bench-0')],
  )
  await query('analyze shard')
  return join(app.config.storage.kind === 'folder' ? app.config.storage.folder : '', 'meetings', meeting.id)
}

let requests = 0
const start = async () => {
  const id = `bench-${requests++}`
  await service.request(id, 'us', {}, { requestedBy: 'bench', sessionId: 'bench' })
  return id
}

async function settled(id: string) {
  for (;;) {
    const info = await service.info(id, 'bench')
    if (info.status === 'zip-completed') return info
    if (info.status !== 'zip-processing') throw new Error(`${info.status}: ${info.error}`)
    await wait(20)
  }
}

/** Of a process, in MB: now, and at its most. */
async function memoryOf(pid: number): Promise<{ now: number; most: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const read = (name: string) =>
    Number(new RegExp(`${name}:\\s+(\\d+)`).exec(status)?.[1] ?? Number.NaN) / 1024
  return { now: read('VmRSS'), most: read('VmHWM') }
}

// Without its peer the speed would have no bar.
if (spawnSync('zip', ['-v'], { stdio: 'ignore' }).status !== 0)
  throw new Error('the zip program is needed to compare with')

function zipSeconds(folder: string, options: readonly string[]): number {
  const target = join(server.folder, 'peer.zip')
  const started = performance.now()
  execFileSync('zip', ['-q', '-r', ...options, target, '.'], { cwd: folder })
  const seconds = (performance.now() - started) / 1000
  execFileSync('rm', [target])
  return seconds
}

const folder = await fill()
const worker = await server.startWorker()
const before = await memoryOf(worker.pid)
const ours: number[] = []
const zipped: number[] = []
const stored: number[] = []
let megabytes = 0
for (let turn = 0; turn < TURNS; turn++) {
  const started = performance.now()
  const info = await settled(await start())
  ours.push((performance.now() - started) / 1000)
  if (info.count !== UTTERANCES) throw new Error(`${info.count} of ${UTTERANCES} utterances were packed`)
  megabytes = info.bytes / MB
  zipped.push(zipSeconds(folder, []))
  stored.push(zipSeconds(folder, ['-0']))
}
const { most } = await memoryOf(worker.pid)

// Killed in the middle: the next worker that looks completes it.
const killed = await start()
let packed = await service.info(killed, 'bench')
while (packed.count === 0 && packed.status === 'zip-processing') {
  await wait(5)
  packed = await service.info(killed, 'bench')
}
process.kill(worker.pid, 'SIGKILL')
// What a dead worker had written stays as it is: completed by it, or not.
const left = await service.info(killed, 'bench')
if (left.status !== 'zip-processing' || left.count === 0 || left.count >= UTTERANCES)
  throw new Error(`killed too late: ${left.status} with ${left.count} of ${UTTERANCES} utterances`)
const started = performance.now()
const second = await server.startWorker()
const after = await settled(killed)
const takenOverSeconds = (performance.now() - started) / 1000
if (after.count !== UTTERANCES) throw new Error('utterances are missing after the worker was killed')
await second.stop()
await rm(join(server.folder, 'made'), { recursive: true })
await server.close()

report('archive', [
  {
    name: `${UTTERANCES} utterances, ${Math.round(megabytes)} MB, packed by a worker`,
    unit: 's',
    samples: ours,
  },
  { name: 'the same files by zip', unit: 's', samples: zipped },
  { name: 'the same files by zip -0', unit: 's', samples: stored },
  {
    name: 'our speed over that of zip',
    unit: 'times',
    samples: [median(zipped) / median(ours)],
    bar: { atLeast: 0.8 },
  },
  // A worker holds its program, its database connections and its speech models whether or not it packs: the archive's
  // own share is what is added.
  {
    name: 'memory that the packing adds, at its most',
    unit: 'MB',
    samples: [most - before.now],
    bar: { atMost: 150 },
  },
  { name: 'memory of the whole worker, at its most', unit: 'MB', samples: [most] },
  {
    name: `completed after kill -9 at ${left.count} of ${UTTERANCES}`,
    unit: 's',
    samples: [takenOverSeconds],
  },
])
