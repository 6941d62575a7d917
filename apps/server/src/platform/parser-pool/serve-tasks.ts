import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { ServiceError } from '../service-error'
import type {
  FromParser,
  ParserTask,
  ParserTaskBody,
  ParserThreadData,
  TaskContext,
  ToParser,
} from './parser-task'
import { SharedText } from './shared-text'

type ServedTask = readonly [name: string, body: ParserTaskBody<unknown, unknown>]

export const served = <Input, Part>(
  { name }: ParserTask<Input, Part>,
  body: ParserTaskBody<Input, Part>,
): ServedTask => [name, body as ParserTaskBody<unknown, unknown>]

/** The inside of a thread: does one job after the other. */
export function serveTasks(...tasks: readonly ServedTask[]): void {
  yieldToEventLoop()
  const port = parentPort!
  const bodies = new Map(tasks)
  const reading = new SharedText((workerData as ParserThreadData).reading)
  const context: TaskContext = {
    reading: what => {
      reading.value = what
    },
  }
  const say = (message: FromParser) => port.postMessage(message)
  let takeNext: (() => void) | undefined

  const work = async ({ task, input }: Extract<ToParser, { type: 'job' }>) => {
    try {
      context.reading('')
      for await (const part of bodies.get(task)!(input, context)) {
        const taken = new Promise<void>(resolve => {
          takeNext = resolve
        })
        say({ type: 'part', part })
        await taken
      }
      say({ type: 'done' })
    } catch (error) {
      say(failureOf(error))
    }
  }
  port.on('message', (message: ToParser) => {
    if (message.type === 'job') void work(message)
    else takeNext?.()
  })
  say({ type: 'ready' })
}

/** The event loop comes first on a busy machine. Only Linux gives a thread a priority of its own. */
function yieldToEventLoop(): void {
  if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
}

function failureOf(error: unknown): FromParser {
  const { message, stack } = error as Error
  return error instanceof ServiceError
    ? { type: 'refused', reason: error.reason, message }
    : { type: 'failed', message, stack }
}
