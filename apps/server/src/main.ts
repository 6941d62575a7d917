import { createApp } from './app'
import { firstAccountNotice } from './modules/sign-on'
import { loadConfig } from './platform/config/config'
import { openLog } from './platform/log/open-log'
import { startNotice } from './platform/start-notice'
import { startProblem } from './platform/start-problem'
import { createWorkerApp } from './wiring/worker-app'

async function main() {
  const config = loadConfig(process.env, process.cwd())
  const { log, file: logFile } = openLog(config)
  // A terminal that was closed takes no more lines; that must not keep the rest from stopping in good order.
  process.stdout.on('error', () => undefined)
  const starting = config.role === 'worker' ? createWorkerApp(config, log) : createApp(config, log)
  let stoppingSince = 0
  const stop = async (signal: NodeJS.Signals) => {
    // Ctrl-C reaches us from the terminal and from npm alike; only one that comes later means "now".
    if (stoppingSince > 0) return Date.now() - stoppingSince > 1000 ? process.exit(1) : undefined
    stoppingSince = Date.now()
    log.info({ signal, notice: 'Stopping...' }, 'server stopping')
    const app = await starting.catch(() => undefined)
    await app?.close()
    log.info('server stopped')
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop(signal))

  const app = await starting
  if (stoppingSince > 0) return
  await app.listen().catch(async error => {
    await app.close()
    throw error
  })
  process.stdout.write(startNotice(app.config, app.origin, logFile))
  const firstAccount = app.signOn?.firstAccount
  if (firstAccount) process.stdout.write(firstAccountNotice(firstAccount))
  process.send?.({ type: 'listening', address: app.origin })
}

main().catch(error => {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
})
