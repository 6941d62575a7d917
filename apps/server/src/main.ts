import { createApp } from './app'
import { firstAccountNotice } from './modules/sign-on'
import { loadConfig } from './platform/config/config'
import { openLog } from './platform/log/open-log'
import { installLastHandlers } from './platform/process/last-handlers'
import { stopOnSignal } from './platform/process/stop-on-signal'
import { startNotice } from './platform/start-notice'
import { startProblem } from './platform/start-problem'
import { createWorkerApp } from './worker-app'

async function main() {
  const config = loadConfig(process.env, process.cwd())
  const { log, file: logFile, output } = openLog(config)
  const starting = config.role === 'worker' ? createWorkerApp(config, log) : createApp(config, log)
  const stopping = stopOnSignal({
    log,
    output,
    async close() {
      const app = await starting.catch(() => undefined)
      await app?.close()
    },
  })
  installLastHandlers(log, () => stopping.stop('uncaught exception', 1))

  const app = await starting
  if (stopping.isStopping) return
  await app.listen().catch(async error => {
    await app.close()
    throw error
  })
  output.write(startNotice(app.config, app.origin, logFile))
  const firstAccount = app.signOn?.firstAccount
  if (firstAccount) output.write(firstAccountNotice(firstAccount))
  process.send?.({ type: 'listening', address: app.origin })
}

main().catch(error => {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
})
