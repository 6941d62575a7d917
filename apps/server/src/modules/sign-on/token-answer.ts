import { errorBody } from '@livetap/contract'
import type { Provider } from 'oidc-provider'

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
    const body = ctx.body as unknown
    if (!isRecord(body)) {
      if (ctx.status === 404 && !body)
        ctx.body = errorBody(404, 'Not Found', String(ctx.res.getHeader('trackingid')))
      return
    }
    if (ctx.status >= 400) {
      const status = ctx.status
      const description = String(body.error_description ?? body.error ?? 'failed')
      ctx.body = { ...body, ...errorBody(status, description, String(ctx.res.getHeader('trackingid'))) }
      ctx.status = status
    } else if (typeof body.refresh_token === 'string') {
      const refreshToken = ctx.oidc.entities.RefreshToken
      ctx.body = { ...body, refresh_token_expires_in: refreshToken?.remainingTTL }
    }
  })
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
