import { type Env, texts, type User } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import { usersMe } from '@livetap/contract/calls/sign-on'
import {
  ApiClient,
  type ApiClientOptions,
  ApiError,
  type SignOn,
  SignOnError,
  Watched,
} from '@livetap/session'

export type StartupStep = 'environment' | 'authentication' | 'user'

export type StartupState =
  | { readonly phase: 'waiting'; readonly step: StartupStep }
  | { readonly phase: 'failed'; readonly step: StartupStep; readonly error: Error; readonly title: string }
  /** `byChoice` after Logout: the address left behind is then not asked for again. */
  | { readonly phase: 'signed-out'; readonly byChoice: boolean }
  | { readonly phase: 'ready'; readonly env: Env; readonly user: User; readonly signOn: SignOn }

export const waitingTexts: Record<StartupStep, string> = {
  environment: texts.access.waitingEnvironment,
  authentication: texts.access.waitingAuthentication,
  user: texts.access.waitingUser,
}

export interface StartupOptions {
  fetch?: ApiClientOptions['fetch']
  origin?: string
  createSignOn: (env: Env) => SignOn
  /** The address of the page. */
  href: () => string
  /** Changes the address without loading: takes a sign-in answer out of it. */
  replaceAddress: (path: string) => void
  /** Leaves for the sign-on. */
  leaveFor: (url: string) => void
  toastError: (message: string, detail?: { trackingId?: string }) => void
}

/**
 * Environment, then authentication, then user. A failure toasts its text and ends the startup there; `retry`
 * goes on from the step that failed. A missing sign-in is not a failure: it leads to /login silently.
 */
export class Startup extends Watched {
  readonly api: ApiClient
  readonly #options: StartupOptions
  #state: StartupState = { phase: 'waiting', step: 'environment' }
  #env: Env | undefined
  #signOn: SignOn | undefined

  constructor(options: StartupOptions) {
    super()
    this.#options = options
    this.api = new ApiClient({
      fetch: options.fetch,
      origin: options.origin,
      token: () => this.#signOn?.accessToken() ?? null,
      renew: async rejected => (await this.#signOn?.renew(rejected)) ?? false,
    })
  }

  readonly getSnapshot = (): StartupState => this.#state

  get signOn(): SignOn | undefined {
    return this.#signOn
  }

  readonly start = (): Promise<void> => this.#environment()

  readonly retry = async (): Promise<void> => {
    if (this.#state.phase !== 'failed') return
    if (this.#state.step === 'environment') return this.#environment()
    if (this.#state.step === 'authentication') return this.#authenticate()
    return this.#user()
  }

  readonly login = async (returnPath: string): Promise<void> => {
    const url = await this.#signOn?.begin(returnPath)
    if (url) this.#options.leaveFor(url)
  }

  readonly logout = async (): Promise<void> => {
    this.#set({ phase: 'signed-out', byChoice: true })
    await this.#signOn?.logout()
  }

  async #environment(): Promise<void> {
    this.#set({ phase: 'waiting', step: 'environment' })
    try {
      const env = await this.api.call(getEnv, {})
      this.#env = env
      this.api.rebase({
        ...(env.webex_api_url && { webex: env.webex_api_url }),
        ...(env.manuscripts_api_url && { manuscripts: env.manuscripts_api_url }),
      })
      this.#signOn = this.#options.createSignOn(env)
      this.#signOn.subscribe(this.#followSignOn)
    } catch (error) {
      return this.#fail('environment', toError(error))
    }
    await this.#authenticate()
  }

  async #authenticate(): Promise<void> {
    this.#set({ phase: 'waiting', step: 'authentication' })
    try {
      const entry = await this.#signOn!.enter(this.#options.href())
      if (entry.returnPath !== null) this.#options.replaceAddress(entry.returnPath)
      if (entry.token === null) return this.#set({ phase: 'signed-out', byChoice: false })
    } catch (error) {
      return this.#refuse(toError(error))
    }
    await this.#user()
  }

  async #user(): Promise<void> {
    this.#set({ phase: 'waiting', step: 'user' })
    try {
      const user = await this.api.call(usersMe, {})
      this.#set({ phase: 'ready', env: this.#env!, user, signOn: this.#signOn! })
    } catch (error) {
      // A session that ended meanwhile is reported as a failure; the user can sign in again.
      if (this.#signOn!.accessToken() === null) {
        this.#toast('user', toError(error))
        return this.#set({ phase: 'signed-out', byChoice: false })
      }
      this.#fail('user', toError(error))
    }
  }

  /** The sign-on refused: reported, and the user can sign in again. Only an unreachable sign-on is worth a retry. */
  #refuse(error: Error): void {
    const reason = error instanceof SignOnError ? error.reason : 'unreachable'
    if (reason === 'unreachable') {
      this.#fail('authentication', error)
      return
    }
    if (reason === 'exchange_failed') this.#options.toastError(texts.access.failedCodeExchange)
    if (reason !== 'rejected') this.#options.replaceAddress(withoutAnswer(this.#options.href()))
    this.#toast('authentication', error)
    this.#set({ phase: 'signed-out', byChoice: false })
  }

  #fail(step: StartupStep, error: Error): void {
    this.#set({ phase: 'failed', step, error, title: failureText(step, error) })
    this.#toast(step, error)
  }

  #toast(step: StartupStep, error: Error): void {
    const trackingId = error instanceof ApiError ? error.trackingId : undefined
    this.#options.toastError(failureText(step, error), { trackingId })
  }

  /** Another tab, or a refused token, changed who is signed in. */
  readonly #followSignOn = (): void => {
    const isIn = this.#signOn?.accessToken() !== null
    if (this.#state.phase === 'ready' && !isIn) this.#set({ phase: 'signed-out', byChoice: false })
    else if (this.#state.phase === 'signed-out' && isIn) void this.#user()
  }

  #set(state: StartupState): void {
    this.#state = state
    this.changed()
  }
}

function failureText(step: StartupStep, error: Error): string {
  if (step === 'environment') return texts.access.failedInitEnv(error.message)
  if (step === 'authentication') return texts.access.failedInitAuth(error.message)
  return texts.access.failedInitUser(error.message)
}

function withoutAnswer(href: string): string {
  const url = new URL(href)
  for (const name of ['code', 'state', 'error', 'error_description', 'iss']) url.searchParams.delete(name)
  return `${url.pathname}${url.search}${url.hash}`
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error))
}
