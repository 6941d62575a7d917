import { Agent, request } from 'node:http'
import { errorBodySchema } from '@livetap/contract'
import { allEndpoints, allSockets } from '@livetap/contract/calls/all'
import { accessToken, logout } from '@livetap/contract/calls/sign-on'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { statusOf } from '@livetap/contract/wire/endpoint'
import { hostileTagZips } from '../hostile/hostile-files'
import { Random } from '../random'
import { type FuzzMeetings, fuzzMeetings } from './fuzz-meetings'
import { fuzzSocket } from './fuzz-socket'
import { type HostileCall, hostileCall } from './hostile-call'
import { junkConnection } from './junk-connection'

export interface FuzzOptions {
  origin: string
  authorization: string
  seed: number
  inputs: number
  /** The recognition engine that sockets ask for. */
  engine: string
  /** More real values by the name of a field, for what no call of its own makes. */
  known?: Record<string, readonly string[]>
  /** Signs an address, where the caller can; else such calls are refused at the door. */
  sign?: (path: string) => string
  onProgress?: (done: number) => void
}

export interface FuzzReport {
  seed: number
  inputs: number
  /** How often each status or close code came. */
  answers: Record<string, number>
  /** What must not happen, each with the input that made it. */
  faults: string[]
}

const CALLERS = 8
const SOCKET_SHARE = 0.1
const JUNK_SHARE = 0.01
/** Only a call that never answers takes so long, on any machine. */
const ANSWER_MS = 120_000
/** Meetings are ended and deleted on the way. */
const INPUTS_PER_MEETING = 100
const MAX_FAULTS = 50

/** Sends hostile inputs to every call and every socket of the contract. */
export async function fuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { origin, authorization, engine, seed, inputs, known = {}, onProgress } = options
  const report: FuzzReport = { seed, inputs, answers: {}, faults: [] }
  const count = (what: string | number) => {
    report.answers[what] = (report.answers[what] ?? 0) + 1
  }
  const fault = (text: string) => {
    if (report.faults.length < MAX_FAULTS) report.faults.push(text)
  }
  const files = await smallHostileZips()
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS })
  let taken = 0
  const share = Math.ceil(inputs / CALLERS)

  const caller = async (number: number) => {
    const random = new Random(seed + number)
    let meetings: FuzzMeetings | undefined
    let left = 0
    let mine = 0
    while (mine < share && report.faults.length < MAX_FAULTS) {
      if (left-- <= 0 || !meetings) {
        meetings = await fuzzMeetings(origin, authorization)
        left = INPUTS_PER_MEETING
      }
      const { ids, live } = meetings
      const knownValue = (name: string) => {
        const values = [...(known[name] ?? []), ...(ids[name] ?? [])]
        return values.length > 0 ? random.pick(values) : undefined
      }
      // Everyone has an address of their own: this is about inputs, not about their number.
      const from = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
      if (random.chance(JUNK_SHARE)) {
        mine += 1
        taken += 1
        const problem = await junkConnection(origin, random)
        count('junk')
        if (problem) fault(problem)
      } else if (random.chance(SOCKET_SHARE)) {
        const socket = random.pick(allSockets)
        const result = await fuzzSocket({
          origin,
          authorization,
          engine,
          live,
          socket,
          random,
          known: knownValue,
          from,
        })
        mine += result.frames
        taken += result.frames
        count(result.outcome)
        for (const text of result.faults) fault(text)
      } else {
        const call = hostileCall(random.pick(allEndpoints), random, knownValue, files)
        if (options.sign && call.endpoint.entry === 'signed-url' && random.chance(0.8))
          sign(call, options.sign)
        mine += 1
        taken += 1
        const answer = await send(call, { ...options, agent, from, random }).catch((error: Error) => error)
        if (answer instanceof Error) fault(`${describe(call)}: ${answer.message}`)
        else {
          count(answer.status)
          const problem = problemOf(call.endpoint, answer)
          if (problem) fault(`${describe(call)}: ${problem}`)
        }
      }
      onProgress?.(taken)
    }
  }
  try {
    await Promise.all(Array.from({ length: CALLERS }, (_, number) => caller(number)))
  } finally {
    agent.destroy()
  }
  return { ...report, inputs: taken }
}

/** Larger ones are for the runs that are about them. */
const smallHostileZips = (): Promise<Buffer[]> =>
  Promise.all(
    hostileTagZips()
      .filter(({ what }) => what.startsWith('XML'))
      .map(({ make }) => make()),
  )

function sign(call: HostileCall, signer: (path: string) => string): void {
  try {
    call.path = signer(call.path.split('?')[0]!)
  } catch {
    // Such an address cannot be signed: it goes without.
  }
}

interface Answer {
  status: number
  type: string
  body: string
}

function send(
  { endpoint, method, path, headers, body }: HostileCall,
  {
    origin,
    authorization,
    agent,
    from,
    random,
  }: FuzzOptions & { agent: Agent; from: string; random: Random },
): Promise<Answer> {
  // A logout with the real token would end the run's own session.
  const entered =
    endpoint === logout || endpoint === accessToken || random.chance(0.02) ? {} : { authorization }
  return new Promise((resolve, reject) => {
    const call = request(
      `${origin}/`,
      {
        method,
        path,
        agent,
        headers: {
          'x-forwarded-for': from,
          ...entered,
          ...headers,
          ...(body && { 'content-length': body.length }),
        },
        timeout: ANSWER_MS,
      },
      response => {
        const parts: Buffer[] = []
        response.on('data', part => parts.push(part))
        response.on('error', reject)
        response.on('end', () =>
          resolve({
            status: response.statusCode!,
            type: response.headers['content-type'] ?? '',
            body: Buffer.concat(parts).toString(),
          }),
        )
      },
    )
    call.on('timeout', () => call.destroy(new Error(`no answer within ${ANSWER_MS} ms`)))
    call.on('error', reject)
    call.end(body)
  })
}

function problemOf(endpoint: Endpoint, { status, type, body }: Answer): string | undefined {
  const others = Object.keys(endpoint.otherAnswers ?? {}).map(Number)
  // A busy machine is not ready within the limit of that check, and says so.
  if (others.includes(status)) return undefined
  if (status >= 500) return `${status} ${body.slice(0, 300)}`
  if (status < 400)
    return [statusOf(endpoint), 206, 304].includes(status) || type.startsWith('text/html')
      ? undefined
      : `answered ${status}`
  // The sign-in's own pages are for people.
  if (endpoint.answerType === 'text/html' && type.startsWith('text/html')) return undefined
  try {
    errorBodySchema.parse(JSON.parse(body))
    return undefined
  } catch {
    return `${status} not in the contract's shape: ${body.slice(0, 300)}`
  }
}

const describe = ({ endpoint, method, path, headers, body }: HostileCall) =>
  `${endpoint.name} ${method} ${path.slice(0, 300)} ${JSON.stringify(headers)} ${body?.toString().slice(0, 300) ?? ''}`
