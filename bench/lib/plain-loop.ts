import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { createLog, type Media, type Meeting, type SpeechTools } from '@livetap/server'
import {
  allStages,
  CHANNELS_FILE,
  type Parts,
  PcmFile,
  type RunFiles,
  type StageContext,
  type StageName,
  type StageOutputs,
  trackFile,
} from '@livetap/server/pipeline-stages'

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
    known: { voices: async () => [], propose: async () => {} },
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
    store: async () => {},
    storeBytes: async () => {},
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
