import { createSpeech, EngineRegistry, type OnRecognition, type RecognitionOptions } from '@livetap/speech'
import { LONG_WORDS, NumberedWords } from '@livetap/speech/testing'
import { createApp } from '../../app'
import { loadConfig } from '../../platform/config/config'
import { openLog } from '../../platform/log/open-log'
import { installLastHandlers } from '../../platform/process/last-handlers'
import { stopOnSignal } from '../../platform/process/stop-on-signal'
import { startProblem } from '../../platform/start-problem'
import { createWorkerApp } from '../../worker-app'
import { numberedTools } from './numbered-tools'

/**
 * A node whose engine recognises numbered words, for load and faults in numbers. Streams in the language that
 * LIVETAP_REAL_LANGUAGE names are recognised by the product's own engine.
 */
class MixedEngine extends NumberedWords {
  readonly #language = process.env.LIVETAP_REAL_LANGUAGE
  readonly #speech = this.#language ? createSpeech({ whisper: 'base' }) : undefined

  constructor() {
    super(LONG_WORDS)
  }

  override async open(options: RecognitionOptions, on: OnRecognition) {
    if (this.#speech && options.languageCode === this.#language)
      return await this.#speech.registry.open(this.name, options, on)
    return await super.open(options, on)
  }

  override async close(): Promise<void> {
    await Promise.all([super.close(), this.#speech?.close()])
  }
}

async function main() {
  const config = loadConfig(process.env, process.cwd())
  const { log, output } = openLog(config)
  const starting =
    config.role === 'worker'
      ? createWorkerApp(config, log, { speech: numberedTools() })
      : createApp(config, log, { engines: new EngineRegistry([new MixedEngine()]), speech: numberedTools() })
  const close = async () => {
    const app = await starting.catch(() => undefined)
    await app?.close()
  }
  const stopping = stopOnSignal({ log, output, close })
  installLastHandlers(log, () => stopping.stop('uncaught exception', 1))
  const app = await starting
  if (!stopping.isStopping) await app.listen()
}

main().catch(error => {
  process.stderr.write(`${startProblem(error)}\n`)
  process.exit(1)
})
