import { errorBody } from '@livetap/contract'
import type { KoaContextWithOIDC, Provider } from 'oidc-provider'
import { notFound, OUTAGE, unavailable } from '../../../platform/http/errors'
import { isOutage } from '../../../platform/outage'

/**
 * The provider's answers in the contract's terms: the token answer tells how long its refresh token lives, and a failure has the
 * documents' error shape beside OAuth's own fields, so that both kinds of client can read it.
 */
export function shapeAnswers(provider: Provider): void {
  const outages = new WeakSet<object>()
  provider.on('server_error', (ctx, error) => {
    if (isOutage(error)) outages.add(ctx)
  })
  provider.use(async (ctx, next) => {
    await next()
    if (outages.has(ctx)) answerOutage(ctx)
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

/** As every other call answers it: the same step succeeds in a moment. A page stays the page that the provider has rendered. */
function answerOutage(ctx: Pick<KoaContextWithOIDC, 'body' | 'status' | 'set'>): void {
  const { status, description, headers } = unavailable(OUTAGE)
  const isPage = typeof ctx.body === 'string'
  if (!isPage) ctx.body = { error: 'temporarily_unavailable', error_description: description }
  ctx.status = status
  ctx.set(headers)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
