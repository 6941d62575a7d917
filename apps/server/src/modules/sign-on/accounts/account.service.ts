import { randomUUID } from 'node:crypto'
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH, type Role } from '@livetap/contract'
import { z } from 'zod'
import { hashPassword, spendPasswordCheck, verifyPassword } from '../../../platform/password/password-hash'
import { ServiceError } from '../../../platform/service-error'
import type { SessionService } from '../sessions/session.service'
import type { SignInTurns } from '../throttle/sign-in-turns'
import type { Account, AccountStore } from './account.store'
import { generatePassword } from './generated-password'

const FIRST_EMAIL = 'admin@livetap.local'

export type SignInAnswer =
  | { outcome: 'signed-in'; accountId: string }
  | { outcome: 'wrong-credentials' }
  | { outcome: 'throttled'; retryAfterSeconds: number }

export interface FirstAccount {
  email: string
  /** Only where it was generated here: it is shown once and kept nowhere. */
  generatedPassword: string | undefined
}

export interface AccountService {
  signIn(attempt: { email: string; password: string; address: string }): Promise<SignInAnswer>
  findEnabled(id: string): Promise<Account | undefined>
  /** The installation's first account, from any start. */
  oldest(): Promise<Account | undefined>
  /** Makes the first account of an empty database; nothing when there is one. */
  createFirst(wanted: {
    email: string | undefined
    password: string | undefined
  }): Promise<FirstAccount | undefined>
  add(email: string, password: string, role?: Role): Promise<void>
  /** Ends the account's sessions: those signed in with the old password are out. Enables a disabled account. */
  setPassword(email: string, password: string): Promise<void>
  /** Ends its sessions too. The last admin cannot be disabled. */
  disable(email: string): Promise<void>
  /** Felt by the very next call; what is open and no longer allowed closes. The last admin stays one. */
  setRole(email: string, role: Role): Promise<void>
  /** An installation has an admin from its first account on. */
  ensureAdmin(): Promise<void>
}

const normaliseEmail = (email: string) => email.trim().normalize('NFC').toLowerCase()

export function createAccountService(
  store: AccountStore,
  sessions: SessionService,
  turns: SignInTurns,
  rightsChanged: () => void = () => undefined,
): AccountService {
  const known = async (email: string) => {
    const account = await store.findByEmail(normaliseEmail(email))
    if (!account) throw new ServiceError('not_found', `there is no account ${normaliseEmail(email)}`)
    return account
  }

  const add = async (email: string, password: string, role?: Role) => {
    const normal = checkedEmail(email)
    checkPassword(password)
    const account = {
      id: randomUUID(),
      email: normal,
      userName: normal,
      passwordHash: await hashPassword(password),
      role,
    }
    if (!(await store.insert(account)))
      throw new ServiceError('taken', `there already is an account ${normal}`)
  }

  const findByPassword = async (email: string, password: string) => {
    const account = await store.findByEmail(email)
    const shortened = password.slice(0, MAX_PASSWORD_LENGTH)
    // A disabled account costs and answers what an unknown one does.
    const right =
      account && !account.disabled && password.length <= MAX_PASSWORD_LENGTH
        ? await verifyPassword(shortened, account.passwordHash)
        : await spendPasswordCheck(shortened)
    return right ? account : undefined
  }

  return {
    async signIn({ email, password, address }) {
      const normal = normaliseEmail(email).slice(0, 320)
      const checked = await turns.check(normal, address, () => findByPassword(normal, password))
      if (checked.outcome === 'throttled') return checked
      if (checked.outcome === 'wrong') return { outcome: 'wrong-credentials' }
      return { outcome: 'signed-in', accountId: checked.found.id }
    },
    oldest: () => store.oldest(),
    async findEnabled(id) {
      const account = await store.findById(id)
      return account?.disabled ? undefined : account
    },
    async createFirst(wanted) {
      if (await store.any()) return undefined
      const email = normaliseEmail(wanted.email ?? FIRST_EMAIL)
      const generatedPassword = wanted.password === undefined ? generatePassword() : undefined
      try {
        await add(email, wanted.password ?? generatedPassword!)
      } catch (error) {
        // Another node of the same database was first.
        if (error instanceof ServiceError && error.reason === 'taken') return undefined
        throw error
      }
      return { email, generatedPassword }
    },
    add,
    async setPassword(email, password) {
      checkPassword(password)
      const account = await known(email)
      await store.setPasswordHash(account.id, await hashPassword(password))
      await sessions.endAccount(account.id, 'password-changed')
    },
    async disable(email) {
      const account = await known(email)
      if (!(await store.disable(account.id))) throw lastAdmin()
      await sessions.endAccount(account.id, 'account-disabled')
      rightsChanged()
    },
    async setRole(email, role) {
      const account = await known(email)
      if (account.role === role) return
      if (!(await store.setRole(account.id, role))) throw lastAdmin()
      rightsChanged()
    },
    ensureAdmin: () => store.ensureAdmin(),
  }
}

export const lastAdmin = () => new ServiceError('wrong_state', 'the last admin stays an admin and enabled')

export function checkedEmail(email: string): string {
  const normal = normaliseEmail(email)
  if (!z.email().max(320).safeParse(normal).success)
    throw new ServiceError('invalid', `${normal || 'nothing'} is not an e-mail address`)
  return normal
}

function checkPassword(password: string): void {
  if (password.length < MIN_PASSWORD_LENGTH || password.length > MAX_PASSWORD_LENGTH)
    throw new ServiceError(
      'invalid',
      `a password has ${MIN_PASSWORD_LENGTH} to ${MAX_PASSWORD_LENGTH} characters`,
    )
}
