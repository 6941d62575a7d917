import { SpeechError, type TextEmbedder } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import type { ParserPool } from '../../../platform/parser-pool/parser-pool'
import { ServiceError } from '../../../platform/service-error'
import type { Viewer } from '../../access'
import type { Question } from '../search.store'
import { bestLine, candidatesOf, isTelling, linesToEmbed } from './best-lines'
import { type Int8Vector, readVector, toInt8 } from './int8-vector'
import { type MeaningStore, type PassageRow, type PassageScope, scopeOfQuestion } from './meaning.store'
import { PassageVectors } from './passage-vectors'
import { type Scored, scorePassagesTask } from './score-passages-task'

/** Passages that one question finds at most. */
const MOST_FOUND = 50
/** Of the cosine: what is less alike has nothing to do with the question. */
const LEAST_ALIKE = 0.2
const LEAST_RELATED = 0.3
/** A question waits no longer for its embedding. */
const EMBED_MS = 5_000
/** Texts of questions and lines whose embeddings are kept. */
const KEPT_TEXTS = 2_000
/** A model reads no more of a text. */
const MAX_TEXT = 2_000

export interface MeaningOptions {
  store: MeaningStore
  embedder: TextEmbedder
  threads: ParserPool
  log: Log
}

export type RelatedRow = PassageRow & { score: number }

/** Why something was not looked for by its meaning, for the user who asked. */
export class MeaningUnavailable extends Error {}

/** Finds passages by what they mean: embeddings are compared in a thread, within what the viewer may open. */
export class MeaningService {
  readonly #options: MeaningOptions
  readonly #vectors: PassageVectors
  readonly #texts = new Map<string, Int8Vector>()

  constructor(options: MeaningOptions) {
    this.#options = options
    this.#vectors = new PassageVectors(options.store, options.embedder.dimensions)
  }

  /** The languages that are found by meaning: absent where all are. */
  get languages(): readonly string[] | undefined {
    return this.#options.embedder.languages
  }

  async isAvailable(): Promise<boolean> {
    return (await this.#options.embedder.availability()).available
  }

  /** Ids of lines, the nearest in meaning first. Rejects with `MeaningUnavailable`. */
  async find(question: Question): Promise<string[]> {
    return await this.#orUnavailable(async () => {
      const text = question.query.terms.map(term => term.text).join(' ')
      const [vector] = await this.#embed([text])
      const scope = scopeOfQuestion(question)
      const found = await this.#nearest(vector!, { scope, least: LEAST_ALIKE, limit: MOST_FOUND })
      const lines = await this.#bestLines(found, vector!, scope, question.terms)
      return lines.map(({ lineId }) => lineId)
    })
  }

  /** Lines of other passages that are near to those that hold this line. Rejects with `MeaningUnavailable`. */
  async related(
    viewer: Viewer,
    { meetingId, lineId, limit }: { meetingId: string; lineId: string; limit: number },
  ): Promise<RelatedRow[]> {
    return await this.#orUnavailable(async () => {
      const { store, embedder } = this.#options
      const { text, own, overlapping } = await store.around(meetingId, lineId, embedder.space)
      // The line in the middle of its passage is what the passage is about.
      const [source] = own.sort(
        (a, b) => fromMiddle(a.lineIds, lineId) - fromMiddle(b.lineIds, lineId) || a.id - b.id,
      )
      if (!source) throw new MeaningUnavailable('This part of the meeting is not read by meaning yet')
      const vector = readVector(source.vector, 0, embedder.dimensions)
      const scope = { viewer }
      const found = await this.#nearest(vector, { scope, least: LEAST_RELATED, limit, without: overlapping })
      // Of a passage with several matters that one is shown which the line is about.
      const asked = isTelling(text) ? (await this.#embed([text]))[0]! : vector
      const best = await this.#bestLines(found, asked, scope)
      const rows = await store.rows(
        viewer,
        best.map(one => one.lineId),
      )
      return best.flatMap(({ lineId, score }) => {
        const row = rows.find(one => one.lineId === lineId)
        return row ? [{ ...row, score }] : []
      })
    })
  }

  close(): void {
    this.#vectors.close()
    this.#texts.clear()
  }

  async #nearest(
    { values, scale }: Int8Vector,
    {
      scope,
      least,
      limit,
      without = [],
    }: { scope: PassageScope; least: number; limit: number; without?: readonly number[] },
  ): Promise<{ id: number; score: number }[]> {
    const { store, embedder, threads } = this.#options
    const unwanted = new Set(without)
    const inScope = await store.passages(scope, embedder.space, this.#vectors.capacity)
    const { ids, ...matrix } = await this.#vectors.load(inScope.filter(id => !unwanted.has(id)))
    if (ids.length === 0) return []
    const input = { ...matrix, question: values, questionScale: scale, least, limit }
    const scored: Scored = await threads.readOne(scorePassagesTask, input, { userId: scope.viewer.userId })
    return scored.map(({ at, score }) => ({ id: ids[at]!, score }))
  }

  /** One line of each passage, no line twice. */
  async #bestLines(
    found: readonly { id: number; score: number }[],
    question: Int8Vector,
    scope: PassageScope,
    words?: { all: string | null; any: string | null },
  ): Promise<{ lineId: string; score: number }[]> {
    const ids = found.map(({ id }) => id)
    const candidates = candidatesOf(ids, await this.#options.store.lines(ids, scope, words))
    const texts = [...new Set(linesToEmbed(candidates))]
    const embedded = await this.#embed(texts)
    const vectors = new Map(texts.map((text, at) => [text, embedded[at]!]))
    const scores = new Map(found.map(({ id, score }) => [id, score]))
    const best = new Map<string, number>()
    for (const lines of candidates) {
      const { lineId, passageId } = bestLine(lines, question, vectors)
      if (!best.has(lineId)) best.set(lineId, scores.get(passageId)!)
    }
    return [...best].map(([lineId, score]) => ({ lineId, score }))
  }

  async #embed(texts: readonly string[]): Promise<Int8Vector[]> {
    const wanted = new Map(texts.map(text => [text, this.#texts.get(text)]))
    const missing = [...wanted.keys()].filter(text => !wanted.get(text))
    if (missing.length > 0) {
      const vectors = await this.#options.embedder.embed(
        missing.map(text => text.slice(0, MAX_TEXT)),
        { priority: 'question', signal: AbortSignal.timeout(EMBED_MS) },
      )
      for (const [at, text] of missing.entries()) wanted.set(text, toInt8(vectors[at]!))
    }
    // Those that were asked for last go last.
    for (const [text, vector] of wanted) {
      this.#texts.delete(text)
      this.#texts.set(text, vector!)
    }
    for (const text of this.#texts.keys()) {
      if (this.#texts.size <= KEPT_TEXTS) break
      this.#texts.delete(text)
    }
    return texts.map(text => wanted.get(text)!)
  }

  async #orUnavailable<T>(work: () => Promise<T>): Promise<T> {
    const { log } = this.#options
    // Why is for the operator: in the log, and by the doctor.
    if (!(await this.isAvailable()))
      throw new MeaningUnavailable('Search by meaning is not available on this server')
    try {
      return await work()
    } catch (error) {
      if (!isExpected(error)) throw error
      log.warn({ err: error }, 'a question was not looked for by its meaning')
      throw new MeaningUnavailable('Search by meaning does not answer in time at the moment')
    }
  }
}

/** The model, its server or the thread failed, or took too long. */
const isExpected = (error: unknown) =>
  error instanceof SpeechError || error instanceof ServiceError || (error as Error).name === 'TimeoutError'

const fromMiddle = (lineIds: readonly string[], lineId: string) =>
  Math.abs(lineIds.indexOf(lineId) - (lineIds.length - 1) / 2)
