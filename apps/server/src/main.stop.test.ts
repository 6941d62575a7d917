import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, openSync, writeSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { createUpload } from '@livetap/contract/calls/uploads'
import { expect, onTestFinished, test, vi } from 'vitest'
import { AsrClient } from './modules/asr/testing/asr-client'
import { ConsoleClient } from './modules/sign-on/testing/console-client'
import { callEndpoint } from './testing/call-endpoint'
import { migratedDatabase } from './testing/database/test-database'
import { newDataFolder, serverBundle } from './testing/process/server-bundle'
import { spawnServer } from './testing/process/spawn-server'

const admin = { email: 'host@example.com', password: 'a long password' }

const bundle = serverBundle()

async function environment() {
  const { url, drop } = await migratedDatabase()
  onTestFinished(drop)
  return {
    DATABASE_URL: url,
    LIVETAP_DATA: await newDataFolder(),
    LIVETAP_ADMIN_EMAIL: admin.email,
    LIVETAP_ADMIN_PASSWORD: admin.password,
  }
}

/** Answers the exit code: 0 is an end in time, a server that runs into the deadline of its stop ends with 1. */
async function stopped({ child, exited }: ReturnType<typeof spawnServer>) {
  child.kill('SIGTERM')
  return await exited
}

/** A pipe that is open and full, as one whose reader hangs. */
async function fullPipe(): Promise<number> {
  const path = join(await newDataFolder(), 'pipe')
  execFileSync('mkfifo', [path])
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK)
  onTestFinished(() => closeSync(pipe))
  const fill = () => {
    for (;;) writeSync(pipe, 'x'.repeat(512))
  }
  expect(fill).toThrow('EAGAIN')
  return pipe
}

test('a server whose output no one reads starts, answers, and ends on SIGTERM', async () => {
  const env = { ...(await environment()), LIVETAP_LOG_LEVEL: 'trace' }
  const server = spawnServer(bundle.main, env, { stdout: await fullPipe() })
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const address = await server.listening
  expect((await fetch(`${address}/readyz`)).status).toBe(200)
  expect(await stopped(server)).toBe(0)
  expect(existsSync(join(env.LIVETAP_DATA, 'livetap.lock'))).toBe(false)
})

test('an open upload is cut and a socket is closed with 1012 when the server stops', async () => {
  const server = spawnServer(bundle.main, await environment())
  onTestFinished(() => void server.child.kill('SIGKILL'))
  const address = await server.listening
  const { access_token: token } = await new ConsoleClient(address).signIn(admin.email, admin.password)
  const asr = await AsrClient.open(address, { token })

  const headers = { authorization: `Bearer ${token}` }
  const session = await callEndpoint(address, createUpload, {
    headers,
    body: {
      start_at_utc: '2026-03-04T05:06:07.000Z',
      source: 'test',
      client_region: 'us',
      file_size: 1_000_000,
      file_type: 'audio/wav',
    },
  })
  const { upload_url } = (await session.json()) as { upload_url: string }
  const upload = request(`${address}${upload_url}`, {
    method: 'PUT',
    headers: { ...headers, 'content-range': 'bytes 0-999999/1000000', 'content-length': '1000000' },
  })
  const cut = once(upload, 'error')
  upload.write('x'.repeat(100_000))
  upload.on('socket', socket => socket.setNoDelay())
  await vi.waitFor(() => expect(upload.socket?.bytesWritten).toBeGreaterThan(100_000))

  const code = await stopped(server)
  await cut
  expect(code).toBe(0)
  await vi.waitFor(() => expect(asr.closed?.code).toBe(1012))
})
