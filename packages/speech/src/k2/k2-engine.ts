import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { languageOf } from '@livetap/contract'
import type { EngineAvailability, SpeechEngine } from '../engine'
import { modelsRoot } from '../models/model-folder'
import { workerFile } from '../pool/worker-file'
import type { OnRecognition, RecognitionOptions, RecognitionStream } from '../recognition'
import { SpeechError } from '../speech-error'
import type { FromK2, K2Settings, ToK2 } from './k2-messages'
import { K2Stream } from './k2-stream'

export interface K2Options {
  modelsRoot?: string
  threads?: number
  maxStreams?: number
}

/** The model of a folder by the names its makers use; undefined with what is missing. */
function findK2Model(folder: string): Omit<K2Settings, 'threads'> | string {
  if (!existsSync(folder)) return `Put a sherpa-onnx transducer model into ${folder}`
  const names = readdirSync(folder)
  const pick = (part: string) => {
    const fitting = names.filter(name => name.startsWith(part) && name.endsWith('.onnx'))
    const name = fitting.find(one => one.includes('int8')) ?? fitting[0]
    return name && join(folder, name)
  }
  const [encoder, decoder, joiner] = [pick('encoder'), pick('decoder'), pick('joiner')]
  const tokens = names.includes('tokens.txt') ? join(folder, 'tokens.txt') : undefined
  if (!encoder || !decoder || !joiner || !tokens) {
    const lacking = Object.entries({
      'encoder*.onnx': encoder,
      'decoder*.onnx': decoder,
      'joiner*.onnx': joiner,
      'tokens.txt': tokens,
    })
    const list = lacking.flatMap(([name, found]) => (found ? [] : [name])).join(', ')
    return `The model in ${folder} is not complete: ${list} missing`
  }
  const bpe = names.includes('bpe.vocab') ? join(folder, 'bpe.vocab') : undefined
  return { encoder, decoder, joiner, tokens, bpeVocabulary: bpe }
}

/** Streaming transducers of sherpa-onnx, in a process of their own: the addon can end it. */
export class K2Engine implements SpeechEngine {
  readonly name = 'k2'
  refused = 0
  readonly #options: K2Options
  #child: ChildProcess | undefined
  readonly #streams = new Map<number, K2Stream>()
  #count = 0
  readonly #folder: string

  constructor(options: K2Options = {}) {
    this.#options = options
    this.#folder = join(options.modelsRoot ?? modelsRoot(), 'k2')
  }

  async availability(): Promise<EngineAvailability> {
    const model = findK2Model(this.#folder)
    if (typeof model === 'string') return { available: false, reason: model, languages: [], features: [] }
    return { available: true, languages: this.#languages(), features: ['interims', 'word-times', 'hints'] }
  }

  async open(options: RecognitionOptions, on: OnRecognition): Promise<RecognitionStream> {
    const model = findK2Model(this.#folder)
    if (typeof model === 'string') throw new SpeechError('unavailable', model)
    if (!this.#languages().includes(languageOf(options.languageCode))) {
      throw new SpeechError('unsupported_language', `The k2 model does not know "${options.languageCode}"`)
    }
    if (this.#streams.size >= (this.#options.maxStreams ?? 4)) {
      this.refused += 1
      throw new SpeechError('capacity', 'The k2 engine is at its capacity')
    }
    this.#child ??= this.#start({ ...model, threads: this.#options.threads ?? 1 })
    const id = ++this.#count
    const stream = new K2Stream(
      options,
      on,
      message => this.#send({ ...message, stream: id } as ToK2),
      () => {
        this.#streams.delete(id)
      },
    )
    this.#streams.set(id, stream)
    const { hints } = options
    const phrases =
      hints && hints.weight > 0 ? [...hints.phrases, ...hints.entities.flatMap(({ entries }) => entries)] : []
    const hotwords = phrases.map(phrase => phrase.toUpperCase()).join('/')
    this.#send({
      type: 'open',
      stream: id,
      hotwords,
      hotwordsScore: Math.round((hints?.weight ?? 0) * 50) / 10,
    })
    return stream
  }

  async close(): Promise<void> {
    const child = this.#child
    this.#child = undefined
    for (const stream of this.#streams.values()) stream.abort()
    if (!child || child.exitCode !== null) return
    const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
    child.disconnect()
    const timer = setTimeout(() => child.kill('SIGKILL'), 2_000)
    await exited
    clearTimeout(timer)
  }

  /** A file `languages.txt` in the model's folder names what it knows; else English. */
  #languages(): string[] {
    const file = join(this.#folder, 'languages.txt')
    return existsSync(file)
      ? readFileSync(file, 'utf8')
          .split(/[\s,]+/)
          .filter(Boolean)
      : ['en']
  }

  #send(message: ToK2): void {
    this.#child?.send(message, () => {})
  }

  #start(settings: K2Settings): ChildProcess {
    const { path, execArgv } = workerFile('k2')
    const child = fork(path, [], {
      execArgv,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    child.on('message', message => this.#receive(message as FromK2))
    child.on('error', () => {})
    child.on('exit', () => {
      if (this.#child === child) this.#child = undefined
      const error = new SpeechError('crashed', 'The k2 process ended unexpectedly')
      for (const stream of [...this.#streams.values()]) stream.fail(error)
    })
    child.send({ type: 'settings', settings } satisfies ToK2)
    return child
  }

  #receive(message: FromK2): void {
    if (message.type !== 'ready') this.#streams.get(message.stream)?.receive(message)
  }
}
