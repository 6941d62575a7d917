import { EngineRegistry } from '@livetap/speech'
import { NumberedWords } from '@livetap/speech/testing'
import { createApp } from '../../app'
import { scriptedTools } from '../../modules/pipeline/testing/scripted-tools'
import { loadConfig } from '../../platform/config/config'
import { openLog } from '../../platform/log/open-log'
import { stopOnSignal } from '../../platform/process/stop-on-signal'
import { startProblem } from '../../platform/start-problem'
import { createWorkerApp } from '../../worker-app'
import { answerUsage } from './process-usage'

/** The server as a process of its own whose engines need no model: live ones hear numbered words, recordings a script. */
async function main() {
  answerUsage()
  const config = loadConfig(process.env, process.cwd())
  const { log, output } = openLog(config)
  const speech = scriptedTools()
  const starting =
    config.role === 'worker'
      ? createWorkerApp(config, log, { speech })
      : createApp(config, log, { speech, engines: new EngineRegistry([new NumberedWords()]) })
  stopOnSignal({ log, output, close: async () => (await starting.catch(() => undefined))?.close() })
  const app = await starting
  await app.listen()
  process.send?.({ type: 'listening', address: app.origin })
}

main().catch(error => {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
})
