import type { ManuscriptProject } from '@livetap/contract'
import { getProject, listProjects } from '@livetap/contract/calls/manuscripts'
import type { ApiClient } from '../api-client'
import { ApiError } from '../api-error'

/** One project. The documents know the list alone, by an id: a service that has no call for one is asked that way. */
export async function readProject(
  api: Pick<ApiClient, 'call'>,
  id: string,
  signal?: AbortSignal,
): Promise<ManuscriptProject> {
  try {
    return await api.call(getProject, { params: { id } }, { signal })
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    const { projects } = await api.call(listProjects, { query: { manuscript_id: id } }, { signal })
    const found = projects.find(project => project.id === id)
    if (!found) throw error
    return found
  }
}
