import type { ManuscriptList, ManuscriptProject } from '@livetap/contract'
import { createProject, listProjects, updateProjects } from '@livetap/contract/calls/manuscripts'
import { type Endpoint, pathOf, type QueryValues } from '@livetap/contract/wire/endpoint'
import { expect } from '@playwright/test'
import { bearerOf } from '../live/live-meeting'
import type { SignedInState } from '../sign-in'

/** The calls of one operator, beside the screens. */
export class Manuscripts {
  constructor(
    private readonly origin: string,
    private readonly state: SignedInState,
  ) {}

  async call<T>(endpoint: Endpoint & { path: '/projects' }, body?: object, query?: QueryValues): Promise<T> {
    const answer = await fetch(this.origin + pathOf(endpoint, {}, query), {
      method: endpoint.method,
      headers: { ...bearerOf(this.state), ...(body && { 'content-type': 'application/json' }) },
      body: JSON.stringify(body),
    })
    expect(answer.ok).toBe(true)
    return (await answer.json()) as T
  }

  create(name: string, more: object = {}): Promise<ManuscriptProject> {
    const asked = {
      name,
      language: 'en-US',
      vendor: 'captionmax',
      train_ms_required: 3_600_000,
      eval_ms_required: 0,
      has_global_participant_id: false,
      has_participant_id: false,
      ...more,
    }
    return this.call(createProject, asked)
  }

  async get(id: string): Promise<ManuscriptProject> {
    const { projects } = await this.call<ManuscriptList>(listProjects, undefined, { manuscript_id: id })
    return projects[0]!
  }

  set(id: string, status: string): Promise<ManuscriptProject> {
    return this.call(updateProjects, { id, status })
  }
}
