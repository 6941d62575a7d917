import { usersMe } from '@livetap/contract/calls/sign-on'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../platform/http/route'
import { actionsOf } from '../access'

/** The caller, as SCIM writes a user. */
export const identityRoutes: FastifyPluginAsync = async app => {
  route(app, usersMe, async ({ principal }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: principal.userId,
    userName: principal.userName,
    emails: principal.emails.map((value, index) => ({ value, type: 'work', primary: index === 0 })),
    role: principal.role,
    actions: actionsOf(principal),
  }))
}
