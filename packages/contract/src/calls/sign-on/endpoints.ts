import { z } from 'zod'
import { defineEndpoint } from '../../wire/endpoint'
import { tokenSchema, userSchema } from './schemas'

/** OAuth 2.0 authorization code with PKCE, and who is signed in. */

const broker = { family: 'authBroker', entry: 'public' } as const

export const authorize = defineEndpoint({
  ...broker,
  name: 'authorize',
  summary: 'Where the browser goes to sign in; it comes back to redirect_uri with a code',
  method: 'GET',
  path: '/oauth2/v1/authorize',
  query: z.looseObject({
    response_type: z.literal('code'),
    client_id: z.string(),
    redirect_uri: z.string(),
    scope: z.string(),
    state: z.string(),
    code_challenge: z.string(),
    code_challenge_method: z.literal('S256'),
  }),
  answerType: 'text/html',
  status: 303,
})

export const accessToken = defineEndpoint({
  ...broker,
  name: 'accessToken',
  summary: 'Exchanges a code, or a refresh token, for a token',
  method: 'POST',
  path: '/oauth2/v1/access_token',
  bodyType: 'application/x-www-form-urlencoded',
  body: z.looseObject({
    grant_type: z.enum(['authorization_code', 'refresh_token']),
    client_id: z.string(),
    code: z.string().optional(),
    code_verifier: z.string().optional(),
    redirect_uri: z.string().optional(),
    refresh_token: z.string().optional(),
  }),
  answer: tokenSchema,
})

/** Public in the table of routes, since the token may come in the form: the handler judges it. */
export const logout = defineEndpoint({
  ...broker,
  name: 'logout',
  summary: 'Takes the access token (bearer, or the form’s `token`) and ends its session everywhere',
  method: 'POST',
  path: '/oauth2/v1/logout',
  bodyType: 'application/x-www-form-urlencoded',
  answer: z.object({}),
  errors: [401],
})

export const usersMe = defineEndpoint({
  name: 'usersMe',
  action: 'account.use',
  summary: 'Who is signed in, as SCIM writes a user',
  family: 'authIdentity',
  entry: 'bearer',
  method: 'GET',
  path: '/identity/scim/v1/Users/me',
  answer: userSchema,
})
