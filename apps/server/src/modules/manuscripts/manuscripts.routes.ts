import {
  createProject,
  deleteProject,
  editProject,
  getProject,
  listProjects,
  matchingShards,
  projectActivity,
  projectShards,
  projectTotals,
  updateProjects,
} from '@livetap/contract/calls/manuscripts'
import type { HttpServer } from '../../platform/http/create-http-server'
import { routesOf } from '../../platform/http/route'
import type { ManuscriptsService } from './manuscripts.service'

export function manuscriptsRoutes(server: HttpServer, projects: ManuscriptsService): void {
  const route = routesOf(server)

  route(listProjects, async ({ query }) => projects.list(query))
  route(projectTotals, async ({ query }) => projects.totals(query))
  route(matchingShards, async ({ query }) => projects.matching(query))
  route(createProject, async ({ body, principal }) => projects.create(body, principal.userName))
  route(getProject, async ({ params }) => projects.get(params.id))
  route(projectActivity, async ({ params }) => projects.activity(params.id))
  route(projectShards, async ({ params, query: { limit, next = 0 } }) =>
    projects.shards(params.id, limit, next),
  )
  route(editProject, async ({ params, body, principal }) =>
    projects.edit(params.id, body, principal.userName),
  )
  route(updateProjects, async ({ body, principal: { userName: by } }) => {
    if (!('manuscript_projects_ids' in body)) return projects.setStatus(body.id, { ...body, by })
    const { manuscript_projects_ids: ids, ...change } = body
    return projects.setStatuses(ids, { ...change, by })
  })
  route(deleteProject, async ({ query: { ID, version }, principal: { userName: by } }) =>
    projects.setStatus(ID, { status: 'deleted', version, by }),
  )
}
