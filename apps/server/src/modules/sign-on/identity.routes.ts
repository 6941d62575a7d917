import { families, usersMePath } from '@livetap/contract'
import type { FastifyPluginAsync } from 'fastify'

/** The caller, as SCIM writes a user. */
export const identityRoutes: FastifyPluginAsync = async app => {
  app.get(`${families.authIdentity}${usersMePath}`, { config: { entry: 'bearer' } }, async request => {
    const { userId, userName, emails } = request.principal
    return {
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
      id: userId,
      userName,
      emails: emails.map((value, index) => ({ value, type: 'work', primary: index === 0 })),
    }
  })
}
