import { usersMe } from '@livetap/contract/calls/sign-on'
import type { FastifyPluginAsync } from 'fastify'
import { route } from '../../platform/http/route'

/** The caller, as SCIM writes a user. */
export const identityRoutes: FastifyPluginAsync = async app => {
  route(app, usersMe, async ({ principal: { userId, userName, emails } }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id: userId,
    userName,
    emails: emails.map((value, index) => ({ value, type: 'work', primary: index === 0 })),
  }))
}
