import {
  liveAddressAnswerSchema,
  liveTranscriptAnswerSchema,
  type MeetingCreateBody,
  meetingSchema,
} from '@livetap/contract'
import {
  createMeeting,
  dropMeeting,
  liveAddress,
  liveTranscript,
} from '@livetap/contract/calls/live-meetings'
import { meetingStatus } from '@livetap/contract/calls/meetings'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { EngineRegistry, TranslatorRegistry } from '@livetap/speech'
import type { EngineScript } from '@livetap/speech/testing'
import { vi } from 'vitest'
import { callEndpoint, type TestCall } from '../../../testing/call-endpoint'
import { type TestServer, type TestServerOptions, testServer } from '../../../testing/test-server'
import { backwardsTranslator } from './backwards-translator'
import { LiveClient } from './live-client'
import { SpokenScript } from './spoken-script'

interface LoggedEntry {
  metric: string
  service: string
  pod: string
  time: Date
  severity: string
  message: string
  fields: Record<string, unknown>
}

/** A server with a scripted engine and translator, and what a console does with it over HTTP. */
export class LiveHost {
  private constructor(
    readonly server: TestServer,
    readonly engine: SpokenScript,
    readonly headers: { authorization: string },
  ) {}

  /** `beside` shares its users: a second node of the same installation. */
  static async start(
    script: EngineScript = {},
    options: TestServerOptions = {},
    beside?: LiveHost,
  ): Promise<LiveHost> {
    const engine = new SpokenScript(script)
    const server = await testServer({
      engines: new EngineRegistry([engine]),
      translation: new TranslatorRegistry([backwardsTranslator]),
      liveRoomLimits: { sweepMs: 50 },
      ...(beside && { authenticator: beside.server.principals }),
      ...options,
    })
    const headers = beside?.headers ?? server.bearer({ userName: 'host@example.com' })
    return new LiveHost(server, engine, headers)
  }

  /** A meeting of its own with one client in it. */
  async meetingWithClient(given: Partial<MeetingCreateBody> = {}) {
    const id = await this.createMeeting(given)
    return { id, client: await this.join(id) }
  }

  call(endpoint: Endpoint, input: TestCall = {}): Promise<Response> {
    return callEndpoint(this.server.url, endpoint, { headers: this.headers, ...input })
  }

  /** Nothing is done with it after its end, unless a test asks for it. */
  async createMeeting(given: Partial<MeetingCreateBody> = {}): Promise<string> {
    const start_at_utc = new Date().toISOString()
    const body = { start_at_utc, enable_ensemble: false, title: 'Planning', ...given }
    const query = { client_region: 'us', skip_load_balancing: true }
    return meetingSchema.parse(await (await this.call(createMeeting, { query, body })).json()).id
  }

  async address(id: string, clientId?: string, headers = this.headers): Promise<string> {
    const input = { params: { id }, query: { client_id: clientId }, headers }
    return liveAddressAnswerSchema.parse(await (await this.call(liveAddress, input)).json()).live_addr
  }

  async join(
    id: string,
    {
      clientId,
      after,
      headers,
    }: { clientId?: string; after?: number; headers?: { authorization: string } } = {},
  ) {
    return await LiveClient.open(id, await this.address(id, clientId, headers), after)
  }

  async liveTranscript(id: string) {
    return liveTranscriptAnswerSchema.parse(
      await (await this.call(liveTranscript, { params: { id } })).json(),
    )
  }

  drop(id: string): Promise<Response> {
    return this.call(dropMeeting, { params: { id } })
  }

  /** Once its recording is made. */
  async untilEnded(id: string, timeout = 120_000): Promise<void> {
    await vi.waitFor(
      async () => {
        const { status } = (await (await this.call(meetingStatus, { params: { id } })).json()) as {
          status: string
        }
        if (status !== 'CallEnded') throw new Error(status)
      },
      { timeout, interval: 50 },
    )
  }

  async ledger(id: string): Promise<{ name: string; fields: Record<string, unknown> }[]> {
    await this.server.app.events.recorder.written()
    return (await this.server.app.events.ledger.of(id)).sort((a, b) => a.number! - b.number!)
  }

  async metrics(id: string): Promise<LoggedEntry[]> {
    return await this.#events(`select * from log_event where meeting = $1 order by id`, id)
  }

  async #events<T>(query: string, id: string): Promise<T[]> {
    await this.server.app.events.recorder.written()
    return (await this.server.app.database.pool.query(query, [id])).rows as T[]
  }
}
