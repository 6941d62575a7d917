import { errorBody } from '@livetap/contract'
import type { Provider } from 'oidc-provider'
import { notFound } from '../../../platform/http/errors'

/**
 * The provider's answers in the contract's terms: the token answer tells how long its refresh token lives, and a failure has the
 * documents' error shape beside OAuth's own fields, so that both kinds of client can read it.
 */
export function shapeAnswers(provider: Provider): void {
  provider.use(async (ctx, next) => {
    await next()
    // One origin, no sharing across: the provider would open its metadata to every site.
    for (const name of Object.keys(ctx.response.headers))
      if (name.startsWith('access-control-')) ctx.remove(name)

    const { status } = ctx
    const body = ctx.body as unknown
    const fields = isRecord(body) ? body : undefined
    if (status >= 400 && (fields || !body)) {
      const description = String(fields?.error_description ?? fields?.error ?? notFound().description)
      ctx.body = { ...fields, ...errorBody(status, description, String(ctx.res.getHeader('trackingid'))) }
      // Koa turns a body without a status into a success.
      ctx.status = status
    } else if (typeof fields?.refresh_token === 'string') {
      ctx.body = { ...fields, refresh_token_expires_in: ctx.oidc.entities.RefreshToken?.remainingTTL }
    }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
