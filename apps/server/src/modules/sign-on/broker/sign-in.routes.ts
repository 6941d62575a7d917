import { text } from '@livetap/contract'
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalid } from '../../../platform/http/errors'
import { ConcurrencyLimitError } from '../../../platform/password/concurrency-limit'
import type { AccountService, SignInAnswer } from '../accounts/account.service'
import type { Audit } from '../sessions/audit'
import type { SessionService } from '../sessions/session.service'
import type { Broker } from './broker'
import { BROKER_PREFIX, brokerPaths } from './broker-paths'
import { isOwnOrigin, pinOrigin } from './broker-request'
import { parseForms } from './form-body'
import { gonePage, type Page, signInPage } from './sign-in-page'
import { signInStyle } from './sign-in-style'
import { signInTexts } from './sign-in-texts'

const BUSY_SECONDS = 5
const STYLE_SECONDS = 3600
const formSchema = z.object({ email: text(320).default(''), password: text().default('') })

export interface SignInParts {
  broker: Broker
  accounts: AccountService
  sessions: SessionService
  audit: Audit
}

/** The embedded sign-in page. Which sign-in it belongs to is in a cookie bound to its own address, never in the form. */
export const signInRoutes =
  ({ broker, accounts, sessions, audit }: SignInParts): FastifyPluginAsync =>
  async app => {
    parseForms(app)
    const url = `${BROKER_PREFIX}${brokerPaths.signIn}/:uid`
    const config = { entry: 'public' } as const

    const open = async (request: FastifyRequest, reply: FastifyReply) => {
      pinOrigin(request.raw, broker)
      const interaction = await broker.provider.interactionDetails(request.raw, reply.raw).catch(unlessGone)
      const { uid } = request.params as { uid: string }
      return interaction?.uid === uid ? interaction : undefined
    }

    app.get(`${BROKER_PREFIX}${brokerPaths.signInStyle}`, { config }, async (_request, reply) =>
      reply
        .header('cache-control', `public, max-age=${STYLE_SECONDS}`)
        .type('text/css; charset=utf-8')
        .send(signInStyle),
    )

    app.get(url, { config }, async (request, reply) => {
      const interaction = await open(request, reply)
      if (!interaction) return send(reply, 410, gonePage())
      const hint = interaction.params.login_hint
      return send(
        reply,
        200,
        signInPage({ action: request.url, email: typeof hint === 'string' ? hint : '' }),
      )
    })

    app.post(url, { config }, async (request, reply) => {
      const interaction = await open(request, reply)
      if (!interaction) return send(reply, 410, gonePage())
      if (!isOwnOrigin(request.raw, broker)) return send(reply, 403, gonePage())
      const form = formSchema.safeParse(request.body ?? {})
      if (!form.success) throw invalid(String(form.error.issues[0]!.path[0]), form.error.issues[0]!.message)
      const { email, password } = form.data

      const answer = await accounts.signIn({ email, password, address: request.ip }).catch(whenBusy)
      await audit.signInAnswered(answer, { email, address: request.ip })
      if (answer.outcome !== 'signed-in') return refuse(reply, { action: request.url, email }, answer)

      const before = interaction.session
      if (before && before.accountId !== answer.accountId && before.uid) {
        // Another account was signed in here: its session ends, and the new one starts in a fresh one.
        await sessions.endBrowser(before.uid)
        interaction.session = undefined
      }
      interaction.result = { login: { accountId: answer.accountId, amr: ['pwd'] } }
      await interaction.save(Math.max(1, interaction.exp - Math.floor(Date.now() / 1000)))
      return reply.redirect(interaction.returnTo, 303)
    })
  }

/** No such sign-in, or not of this browser: the page says so. Anything else that went wrong is no word about the sign-in. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'SessionNotFound')) throw error
}

type Refusal = Exclude<SignInAnswer, { outcome: 'signed-in' }> | { outcome: 'busy' }

function whenBusy(error: unknown): { outcome: 'busy' } {
  if (error instanceof ConcurrencyLimitError) return { outcome: 'busy' }
  throw error
}

function refuse(reply: FastifyReply, form: { action: string; email: string }, refusal: Refusal) {
  switch (refusal.outcome) {
    case 'wrong-credentials':
      return send(reply, 401, signInPage({ ...form, problem: signInTexts.wrongCredentials }))
    case 'throttled': {
      const problem = signInTexts.throttled(refusal.retryAfterSeconds)
      return send(
        reply.header('retry-after', refusal.retryAfterSeconds),
        429,
        signInPage({ ...form, problem }),
      )
    }
    case 'busy':
      return send(
        reply.header('retry-after', BUSY_SECONDS),
        503,
        signInPage({ ...form, problem: signInTexts.busy }),
      )
  }
}

const send = (reply: FastifyReply, status: number, page: Page) =>
  reply.code(status).headers(page.headers).type('text/html; charset=utf-8').send(page.html)
