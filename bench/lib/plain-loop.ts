import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import type { Meeting } from '../../apps/server/src/modules/meetings'
import { PcmFile } from '../../apps/server/src/modules/pipeline/runs/pcm-file'
import {
  CHANNELS_FILE,
  type RunFiles,
  trackFile,
} from '../../apps/server/src/modules/pipeline/runs/run-files'
import type { SpeechTools } from '../../apps/server/src/modules/pipeline/speech-tools'
import type { Parts, StageContext } from '../../apps/server/src/modules/pipeline/stage'
import type { StageName, StageOutputs } from '../../apps/server/src/modules/pipeline/stage-outputs'
import { allStages } from '../../apps/server/src/modules/pipeline/stages/all-stages'
import { createLog } from '../../apps/server/src/platform/log/log'
import type { Media } from '../../apps/server/src/platform/media/media'

export interface PlainRun {
  path: string
  meeting: Meeting
  media: Media
  speech: SpeechTools
}

/** The stages one after another, their files in one folder and nothing kept: what the machine needs for the work itself. */
export async function plainLoop({ path, meeting, media, speech }: PlainRun) {
  const folder = await mkdtemp(join(tmpdir(), 'livetap-plain-'))
  const outputs: Partial<StageOutputs> = {}
  const context: StageContext = {
    meeting,
    media,
    speech,
    files: plainFiles(folder, path, media),
    parts: partsInMemory(),
    sink: { utterances: async () => {}, highlights: async () => {}, shards: async () => {} },
    signal: new AbortController().signal,
    log: createLog('silent'),
    output: <K extends StageName>(stage: K) => outputs[stage] as StageOutputs[K],
    record: async () => {},
    progress: () => {},
  }
  const started = performance.now()
  const stageMs = new Map<StageName, number>()
  for (const stage of allStages) {
    const begun = performance.now()
    Object.assign(outputs, { [stage.name]: (await stage.run(context)).output })
    stageMs.set(stage.name, performance.now() - begun)
  }
  const elapsedMs = performance.now() - started
  await rm(folder, { recursive: true, force: true })
  return { elapsedMs, stageMs }
}

function plainFiles(folder: string, recording: string, media: Media): RunFiles {
  const scratch = (name: string) => join(folder, name)
  return {
    recording: async () => ({ path: recording, ending: extname(recording).slice(1) }),
    scratch,
    keep: async () => {},
    keepBytes: async () => {},
    async track(channel) {
      const target = scratch(trackFile(channel))
      if (!(await stat(target).catch(() => undefined)))
        await media.toPcm({ path: scratch(CHANNELS_FILE), ending: 'flac' }, target, {
          channel: channel ?? undefined,
        })
      return await PcmFile.open(target)
    },
  }
}

function partsInMemory(): Parts {
  const kept = new Map<StageName, Map<number, unknown>>()
  const of = (stage: StageName) => kept.get(stage) ?? new Map<number, unknown>()
  return {
    all: async stage => new Map(of(stage)),
    async put(stage, number, content) {
      kept.set(stage, of(stage).set(number, content))
    },
  }
}
