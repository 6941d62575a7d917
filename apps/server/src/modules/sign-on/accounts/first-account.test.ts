import { expect, test } from 'vitest'
import { verifyPassword } from '../../../platform/password/password-hash'
import { testDatabase } from '../../../testing/database/test-database'
import { openAccounts } from './accounts'
import { firstAccountNotice } from './first-account-notice'

test('an empty database gets an account with a generated password, shown once', async () => {
  const { kysely } = await testDatabase()
  const { accounts } = openAccounts(kysely)
  const first = (await accounts.createFirst({ email: undefined, password: undefined }))!
  expect(first.generatedPassword).toMatch(/^\w{4}(-\w{4}){4}$/)
  expect(firstAccountNotice(first)).toContain(first.generatedPassword)
  expect(await accounts.createFirst({ email: undefined, password: undefined })).toBeUndefined()

  const signIn = { email: first.email, password: first.generatedPassword!, address: '127.0.0.1' }
  expect(await accounts.signIn(signIn)).toMatchObject({ outcome: 'signed-in' })
})

test('LIVETAP_ADMIN_EMAIL and _PASSWORD make it, and no password is shown', async () => {
  const { kysely } = await testDatabase()
  const { accounts } = openAccounts(kysely)
  const first = await accounts.createFirst({ email: 'Ada@Example.com', password: 'correct horse' })
  expect(first).toEqual({ email: 'ada@example.com', generatedPassword: undefined })
  expect(firstAccountNotice(first!)).not.toContain('correct horse')
  const { password_hash } = await kysely.selectFrom('account').selectAll().executeTakeFirstOrThrow()
  expect(password_hash).toMatch(/^scrypt\$N=32768,r=8,p=3\$/)
  expect(await verifyPassword('correct horse', password_hash)).toBe(true)
  expect(await verifyPassword('correct horsf', password_hash)).toBe(false)
})

test('two nodes that start together make one account', async () => {
  const { kysely } = await testDatabase()
  const wanted = { email: 'ada@example.com', password: 'correct horse' }
  const made = await Promise.all([
    openAccounts(kysely).accounts.createFirst(wanted),
    openAccounts(kysely).accounts.createFirst(wanted),
  ])
  expect(made.filter(Boolean)).toHaveLength(1)
  expect(await kysely.selectFrom('account').selectAll().execute()).toHaveLength(1)
})
