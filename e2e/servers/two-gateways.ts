import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createApp, createLog, loadConfig } from '@livetap/server'
import { CuttingProxy, startDatabaseServer, TestPrincipals } from '@livetap/server/testing'
import { EngineRegistry, type SpeechEngine } from '@livetap/speech'
import { onTestFinished } from 'vitest'

/** Two gateways of one installation behind one address, which leads to one of them at a time. */
export async function twoGateways(engineOf: () => SpeechEngine | undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'livetap-gateways-'))
  const [database, proxy] = await Promise.all([startDatabaseServer(), CuttingProxy.start()])
  const principals = new TestPrincipals()
  const start = async (name: string) => {
    const env = {
      PORT: '0',
      LIVETAP_ROLE: 'gateway',
      LIVETAP_DATA: join(folder, name),
      LIVETAP_STORAGE: join(folder, 'storage'),
      LIVETAP_PUBLIC_URL: proxy.origin,
      LIVETAP_SECRET: 'one secret for both gateways',
      LIVETAP_SAMPLES: 'off',
      LIVETAP_WHISPER: 'base',
      DATABASE_URL: database.url,
    }
    const engine = engineOf()
    const app = await createApp(loadConfig(env, '/'), createLog('silent'), {
      authenticator: principals,
      engines: engine && new EngineRegistry([engine]),
    })
    await app.listen()
    return { app, url: `http://127.0.0.1:${app.config.port}` }
  }
  const one = await start('one')
  const two = await start('two')
  onTestFinished(async () => {
    await proxy.stop()
    for (const { app } of [one, two]) await app.close()
    await database.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  proxy.leadTo(one.url)
  return {
    origin: proxy.origin,
    token: principals.signIn(),
    one: one.url,
    two: two.url,
    /** The network breaks; clients come back to the other gateway, while this one waits for them. */
    moveTo(url: string): void {
      proxy.leadTo(url)
      proxy.cut()
    },
  }
}
