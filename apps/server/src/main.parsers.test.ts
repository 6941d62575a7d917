import { readVendorTags } from '@livetap/contract/calls/vendor-tags'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, onTestFinished, test } from 'vitest'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { zipOf } from './platform/zip/testing/zip-of'
import { migratedDatabase } from './testing/database/test-database'
import { longTagZip } from './testing/hostile/hostile-files'
import { sendFile } from './testing/hostile/send-file'
import { newDataFolder, serverBundle } from './testing/process/server-bundle'
import { spawnServer } from './testing/process/spawn-server'

const bundle = serverBundle()
const admin = { email: 'admin@example.com', password: 'correct horse battery' }

test('TAG-01 the bundle reads files in threads of its own, answers others meanwhile, and ends with a file half read', async () => {
  const database = await migratedDatabase()
  onTestFinished(database.drop)
  const server = spawnServer(bundle.main, {
    DATABASE_URL: database.url,
    LIVETAP_DATA: await newDataFolder(),
    LIVETAP_ADMIN_EMAIL: admin.email,
    LIVETAP_ADMIN_PASSWORD: admin.password,
  })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const address = await server.listening
  const { access_token } = await new ConsoleClient(address).signIn(admin.email, admin.password)
  const send = (zip: Buffer) =>
    sendFile(address + pathOf(readVendorTags), zip, { authorization: `Bearer ${access_token}` })

  const answer = await send(await zipOf([{ name: 'a.json', content: '{"text": "so [noise]"}' }]))
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject({ tags: [{ tag: '[noise]', count: 1 }], files_read: 1 })

  let isRead = false
  const reading = send(await longTagZip()).then(
    () => {
      isRead = true
    },
    () => undefined,
  )
  for (let call = 0; call < 20; call++) expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(isRead).toBe(false)
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  await reading
})
