import type {
  ManuscriptBulkAnswer,
  ManuscriptListWire,
  ManuscriptProjectWire,
  ManuscriptStatus,
} from '@livetap/contract'
import {
  createProject,
  deleteProject,
  editProject,
  getProject,
  listProjects,
  updateProjects,
} from '@livetap/contract/calls/manuscripts'
import type { Endpoint } from '@livetap/contract/wire/endpoint'
import { callEndpoint, type TestCall } from '../../../testing/call-endpoint'
import type { TestServer } from '../../../testing/test-server'

export const aProject = {
  name: 'Spring',
  language: 'en-US',
  vendor: 'captionmax',
  train_ms_required: 3_600_000,
  eval_ms_required: 0,
} as const

interface Answer<T> {
  status: number
  body: T
  /** Of a failure. */
  description: string
}

/** One operator's calls of the manuscripts family. */
export class ManuscriptsClient {
  constructor(
    private readonly server: TestServer,
    readonly userName = 'ada@example.com',
  ) {}

  async call<T>(endpoint: Endpoint, call: TestCall = {}): Promise<Answer<T>> {
    const headers = this.server.bearer({ userName: this.userName })
    const response = await callEndpoint(this.server.url, endpoint, { ...call, headers })
    const body = (await response.json()) as { errors?: { description: string }[] }
    return {
      status: response.status,
      body: body as T,
      description: body.errors?.[0]?.description ?? '',
    }
  }

  async create(asked: object = {}): Promise<ManuscriptProjectWire> {
    const { body } = await this.call<ManuscriptProjectWire>(createProject, {
      body: { ...aProject, ...asked },
    })
    return body
  }

  async get(id: string): Promise<ManuscriptProjectWire> {
    return (await this.call<ManuscriptProjectWire>(getProject, { params: { id } })).body
  }

  async list(query: NonNullable<TestCall['query']> = {}): Promise<ManuscriptListWire> {
    return (await this.call<ManuscriptListWire>(listProjects, { query })).body
  }

  async names(query: NonNullable<TestCall['query']> = {}): Promise<string[]> {
    return (await this.list(query)).projects.map(({ name }) => name)
  }

  set(id: string, status: ManuscriptStatus, version?: number): Promise<Answer<ManuscriptProjectWire>> {
    return this.call(updateProjects, { body: { id, status, version } })
  }

  setAll(
    ids: string[],
    status: ManuscriptStatus,
    versions?: Record<string, number>,
  ): Promise<Answer<ManuscriptBulkAnswer>> {
    return this.call(updateProjects, { body: { manuscript_projects_ids: ids, status, versions } })
  }

  edit(id: string, body: object): Promise<Answer<ManuscriptProjectWire>> {
    return this.call(editProject, { params: { id }, body })
  }

  delete(id: string, version?: number): Promise<Answer<ManuscriptProjectWire>> {
    return this.call(deleteProject, { query: { ID: id, version } })
  }
}
