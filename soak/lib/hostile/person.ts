import { createMeeting, liveAddress } from '@livetap/contract/calls/live-meetings'
import { ConsoleClient, type TokenAnswer } from '@livetap/server/testing'
import { ApiClient, HotwordClient } from '@livetap/session'
import { WebSocket } from 'ws'
import type { Account } from '../../../e2e/support/server'

/** One account with its own session, as one browser has it. */
export class Person {
  #token: TokenAnswer
  readonly api: ApiClient

  private constructor(
    readonly origin: string,
    readonly account: Account,
    readonly client: ConsoleClient,
    token: TokenAnswer,
  ) {
    this.#token = token
    this.api = new ApiClient({
      origin,
      token: () => this.token,
      renew: () => this.refresh().then(() => true),
    })
  }

  static async signIn(origin: string, account: Account): Promise<Person> {
    const client = new ConsoleClient(origin)
    return new Person(origin, account, client, await client.signIn(account.email, account.password))
  }

  get token(): string {
    return this.#token.access_token
  }

  async refresh(): Promise<void> {
    const answer = await this.client.refresh(this.#token.refresh_token)
    if (answer.status !== 200) throw new Error(`the refresh was answered ${answer.status} ${answer.error}`)
    this.#token = answer
  }

  /** Asks for a new token and never sees the answer, as on a network that breaks in between. */
  async refreshUnanswered(): Promise<void> {
    await this.client.refresh(this.#token.refresh_token)
  }

  async startMeeting(title: string): Promise<string> {
    const { id } = await this.api.call(createMeeting, {
      query: { client_region: 'us', skip_load_balancing: true },
      body: { start_at_utc: new Date().toISOString(), enable_ensemble: false, title },
    })
    return id
  }

  async liveAddress(meetingId: string): Promise<string> {
    return (await this.api.call(liveAddress, { params: { id: meetingId } })).live_addr
  }

  join(meetingId: string, onEvent: ConstructorParameters<typeof HotwordClient>[0]['onEvent']): HotwordClient {
    return new HotwordClient({
      meetingId,
      liveAddress: () => this.liveAddress(meetingId),
      createSocket: url => new WebSocket(url) as never,
      onEvent,
    })
  }
}
