import { availableParallelism, freemem, totalmem } from 'node:os'
import { inspectModel, modelIds, modelsRoot } from '@livetap/speech'
import type { Config } from '../platform/config/config'
import { findMediaTools, toolsNotice } from '../platform/media/media-tools'
import { type Finding, gigabytes } from './finding'

const MIN_CORES = 2
const MIN_MEMORY_BYTES = 3 * 2 ** 30

export function checkMachine(): Finding[] {
  const cores = availableParallelism()
  const total = totalmem()
  return [
    {
      check: 'cores',
      found: `${cores}`,
      todo: cores < MIN_CORES ? `give it ${MIN_CORES} at least: live texts will be late` : undefined,
    },
    {
      check: 'memory',
      found: `${gigabytes(total)}, of which ${gigabytes(freemem())} are free`,
      todo: total < MIN_MEMORY_BYTES ? `give it ${gigabytes(MIN_MEMORY_BYTES)} at least` : undefined,
    },
    { check: 'node', found: process.version },
  ]
}

export async function checkMediaTools(path: string | undefined): Promise<Finding[]> {
  const tools = await findMediaTools({ path })
  const todo = toolsNotice(tools)
  const found = tools.available ? `${tools.version} (${tools.ffmpeg})` : 'none that runs'
  return [{ check: 'ffmpeg', found, todo }]
}

export async function checkWeights({ modelsDir }: Config, env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const root = modelsDir ?? modelsRoot(env)
  const states = await Promise.all(modelIds.map(async id => ({ id, state: await inspectModel(root, id) })))
  const missing = states.filter(({ state }) => !state.ok).map(({ id }) => id)
  return [
    {
      check: 'speech weights',
      found: missing.length === 0 ? `all of ${root}` : `missing or damaged in ${root}: ${missing.join(', ')}`,
      todo:
        missing.length === 0 ? undefined : 'start with npm start, which fetches them, or set LIVETAP_MODELS',
    },
  ]
}
