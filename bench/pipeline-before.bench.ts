/**
 * The time of the whole pipeline beside that of an earlier checkout, in turn: `--before=FOLDER` names one that is installed
 * (`git worktree add FOLDER COMMIT`, then `npm ci` in it). Both read the same sample, by the stages in a plain loop.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from '@livetap/server'
import type { PlainFigures } from './lib/plain-run'
import { isToy, type Measure, option, report } from './lib/report'
import { sampleRecording } from './lib/sample-recording'

const SECONDS = isToy ? 20 : 180
const WARM_SECONDS = 20
const ROUNDS = isToy ? 1 : 2

const here = fileURLToPath(new URL('..', import.meta.url))
const before = option('before')

async function figuresOf(checkout: string, recording: string, warming: string): Promise<PlainFigures> {
  const script = fileURLToPath(new URL('lib/plain-run.ts', import.meta.url))
  const tsx = join(here, 'node_modules/tsx/dist/cli.mjs')
  const args = [tsx, script, checkout, recording, warming]
  const { code, stdout, stderr } = await runProgram(process.execPath, args, { timeoutMs: 900_000 })
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout.toString().trim().split('\n').at(-1)!) as PlainFigures
}

async function compare(earlier: string): Promise<Measure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-bench-sound-'))
  const recording = await sampleRecording(folder, SECONDS)
  const warming = await sampleRecording(folder, WARM_SECONDS)
  const runs: { was: PlainFigures; is: PlainFigures }[] = []
  for (let round = 0; round < ROUNDS; round++)
    runs.push({
      was: await figuresOf(earlier, recording, warming),
      is: await figuresOf(here, recording, warming),
    })
  await rm(folder, { recursive: true, force: true })
  const { was, is } = runs.at(-1)!
  const stages = Object.keys(is.stageMs).map(name => [
    name,
    { before: (was.stageMs[name] ?? 0) / 1000, now: is.stageMs[name]! / 1000 },
  ])
  console.table(Object.fromEntries(stages))
  const ratio = (figure: (of: PlainFigures) => number) => runs.map(one => figure(one.is) / figure(one.was))
  return [
    { name: `before, ${SECONDS} s of sound`, unit: 's', samples: runs.map(one => one.was.elapsedMs / 1000) },
    { name: 'now', unit: 's', samples: runs.map(one => one.is.elapsedMs / 1000) },
    { name: 'time, now to before', unit: '', samples: ratio(one => one.elapsedMs), bar: { atMost: 1.2 } },
    {
      name: 'memory of the server process, now to before',
      unit: '',
      samples: ratio(one => one.serverBytes),
      bar: { atMost: 1.1 },
    },
    { name: 'memory of the recognisers, now to before', unit: '', samples: ratio(one => one.workerBytes) },
  ]
}

if (before) report('pipeline-before', await compare(resolve(before)))
else console.log('pipeline-before: name an earlier checkout with --before=FOLDER')
