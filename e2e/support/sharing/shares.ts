import type { NewShare, Share } from '@livetap/contract'
import { changeAccess, createShare, deleteShare } from '@livetap/contract/calls/access'
import { type Endpoint, pathOf } from '@livetap/contract/wire/endpoint'
import { expect } from '@playwright/test'
import { bearerOf } from '../live/live-meeting'
import type { SignedInState } from '../sign-in'

/** Calls of a user, beside the browser. */
export class SharesOf {
  constructor(
    private readonly origin: string,
    private readonly state: SignedInState,
  ) {}

  async create(id: string, share: NewShare): Promise<Share> {
    return (await (await this.#call(createShare, pathOf(createShare, { id }), share)).json()) as Share
  }

  /** The address that a browser opens. */
  async link(id: string, share: Partial<NewShare> = {}): Promise<{ id: string; path: string }> {
    const created = await this.create(id, { with: 'link', ...share })
    return { id: created.id, path: new URL(created.url!).pathname }
  }

  async remove(id: string, shareId: string): Promise<void> {
    await this.#call(deleteShare, pathOf(deleteShare, { id, shareId }))
  }

  async change(id: string, access: { owner?: string; team?: string | null; restricted?: boolean }) {
    await this.#call(changeAccess, pathOf(changeAccess, { id }), access)
  }

  async #call({ method }: Endpoint, path: string, body?: unknown): Promise<Response> {
    const answer = await fetch(this.origin + path, {
      method,
      headers: {
        ...bearerOf(this.state),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: JSON.stringify(body),
    })
    expect(answer.ok, `${method} ${path}: ${answer.status}`).toBe(true)
    return answer
  }
}
