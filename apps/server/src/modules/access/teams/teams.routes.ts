import { createTeam, deleteTeam, listTeams, renameTeam } from '@livetap/contract/calls/accounts'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import type { TeamsService } from './teams.service'

export function teamsRoutes(server: HttpServer, teams: TeamsService): void {
  const on = routesOf(server)
  on(listTeams, async () => ({ teams: await teams.list() }))
  on(createTeam, async ({ body }) => teams.create(body.name))
  on(renameTeam, async ({ params, body }) => teams.rename(params.id, body.name))
  on(deleteTeam, async ({ params }) => teams.remove(params.id))
}
