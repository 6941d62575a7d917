import {
  acceptAccountLink,
  addTeamMember,
  changeAccount,
  createAccount,
  endAccountSessions,
  linkAccount,
  listAccounts,
  openAccountLink,
  removeTeamMember,
} from '@livetap/contract/calls/accounts'
import type { HttpServer } from '../../../platform/http/create-http-server'
import { routesOf } from '../../../platform/http/route'
import { ServiceError } from '../../../platform/service-error'
import type { AccountManagement } from './account-management.service'

/** Without accounts of its own the installation has an outside sign-on, which manages them. */
export function accountRoutes(server: HttpServer, embedded: AccountManagement | undefined): void {
  const on = routesOf(server)
  const origin = (request: Parameters<typeof server.ownAddresses.originFor>[0]) =>
    server.ownAddresses.originFor(request)
  const accounts = () => {
    if (!embedded) throw new ServiceError('wrong_state', 'The accounts are kept by the outside sign-on')
    return embedded
  }
  on(listAccounts, async ({ query: { limit, cursor, ...filter } }) =>
    accounts().list(filter, { limit, cursor }),
  )
  on(createAccount, async request => accounts().create(request.body, origin(request)))
  on(changeAccount, async ({ params, body }) => accounts().change(params.id, body))
  const inTeam =
    (isMember: boolean) =>
    async ({ params }: { params: { id: string; account_id: string } }) =>
      accounts().setMember(params.id, params.account_id, isMember)
  on(addTeamMember, inTeam(true))
  on(removeTeamMember, inTeam(false))
  on(linkAccount, async request => accounts().link(request.params.id, origin(request)))
  on(endAccountSessions, async ({ params }) => accounts().endSessions(params.id))
  on(openAccountLink, async ({ body }) => accounts().openLink(body.token))
  on(acceptAccountLink, async ({ body }) => accounts().acceptLink(body.token, body.password))
}
