import { createApp } from './app'
import { firstAccountNotice } from './modules/sign-on'
import { loadConfig } from './platform/config/config'
import { createLog } from './platform/log/log'
import { startProblem } from './platform/start-problem'

async function main() {
  const config = loadConfig(process.env, process.cwd())
  const log = createLog(config.logLevel)
  const app = await createApp(config, log)
  let stopping = false
  const stop = async (signal: NodeJS.Signals) => {
    // A second signal means "now": what is acknowledged is on disk, so nothing is lost by it.
    if (stopping) process.exit(1)
    stopping = true
    log.info({ signal }, 'server stopping')
    await app.close()
    log.info('server stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
  await app.listen().catch(async error => {
    await app.close()
    throw error
  })
  const { firstAccount } = app.signOn
  if (firstAccount) process.stdout.write(firstAccountNotice(firstAccount))
  process.send?.({ type: 'listening', address: app.origin })
}

main().catch(error => {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
})
