import type { TranslatorRegistry } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import type { Outbox } from '../outbox/outbox'
import { type StreamResult, type TranscriptTranslator, transcriptWire } from '../outbox/transcript-publisher'
import type { RoomSettings } from '../room/room-settings'

const TIMEOUT_MS = 10_000
/** Finals of one voice into one language that wait; what comes on top is not translated. */
const MAX_WAITING = 50
/** Utterances whose interims are translated. */
const MAX_OPEN = 200

/** What is on its way for one voice and one language. */
interface Lane {
  /** The newest interim; one at a time is translated, the ones between are passed over. */
  interim: { id: string; text: string } | undefined
  busy: boolean
  finals: Promise<void>
  waiting: number
}

interface LiveTranslatorOptions {
  translators: TranslatorRegistry
  meetingId: string
  settings: RoomSettings
  outbox: Outbox
  log: Log
}

/** Puts what is said in a meeting into the languages that a user asked for. */
export class LiveTranslator implements TranscriptTranslator {
  /** By voice and language. */
  readonly #lanes = new Map<string, Lane>()
  /** Utterances without a final, by their ids. */
  readonly #open = new Map<string, StreamResult & { translations: Record<string, string> }>()

  constructor(private readonly options: LiveTranslatorOptions) {}

  interim({ result, stream }: StreamResult): Record<string, string> {
    const wanted = this.#wanted(stream.record.csi).filter(one => one.interim)
    if (wanted.length === 0) return {}
    const { segmentId } = result
    const translations = this.#open.get(segmentId)?.translations ?? {}
    this.#open.set(segmentId, { result, stream, translations })
    // An interim whose final never came: the oldest give way.
    if (this.#open.size > MAX_OPEN) this.#open.delete(this.#open.keys().next().value!)
    for (const { language } of wanted) {
      const lane = this.#lane(stream.record.id, language)
      lane.interim = { id: segmentId, text: result.text }
      if (!lane.busy) void this.#translateInterims(lane, language, result.languageCode)
    }
    return { ...translations }
  }

  final(final: StreamResult): void {
    const { result, stream } = final
    this.#open.delete(result.segmentId)
    const languages = [...new Set(this.#wanted(stream.record.csi).map(one => one.language))]
    if (languages.length === 0) return
    const lane = this.#lane(stream.record.id, '')
    if (lane.waiting >= MAX_WAITING) return
    lane.waiting += 1
    lane.finals = lane.finals
      .then(() => this.#translateFinal(final, languages))
      .finally(() => {
        lane.waiting -= 1
      })
  }

  async #translateFinal({ result, stream, voice }: StreamResult, languages: string[]): Promise<void> {
    const translations: Record<string, string> = {}
    for (const language of languages) {
      const text = await this.#translate(result.text, result.languageCode, language)
      if (text !== undefined) translations[language] = text
    }
    if (Object.keys(translations).length === 0) return
    this.options.outbox.push({
      type: 'transcript_final_result',
      body: transcriptWire(result, stream, { voice, translations }),
      durable: true,
    })
  }

  async #translateInterims(lane: Lane, language: string, from: string): Promise<void> {
    lane.busy = true
    while (lane.interim) {
      const { id, text } = lane.interim
      lane.interim = undefined
      const translated = await this.#translate(text, from, language)
      // A final may have been said in the meantime: nothing may follow that.
      const open = this.#open.get(id)
      if (translated === undefined || !open) continue
      open.translations[language] = translated
      this.options.outbox.push({
        type: 'transcript_interim_results',
        body: transcriptWire(open.result, open.stream, { translations: { ...open.translations } }),
        durable: false,
        replaces: id,
      })
    }
    lane.busy = false
  }

  async #translate(text: string, from: string, to: string): Promise<string | undefined> {
    const { translators, meetingId, log } = this.options
    try {
      return await translators.translate(text, from, to, AbortSignal.timeout(TIMEOUT_MS))
    } catch (error) {
      log.warn({ meeting: meetingId, to, reason: (error as Error).message }, 'translation failed')
      return undefined
    }
  }

  #wanted(csi: number) {
    return this.options.settings.state.translations.filter(one => one.csi === csi)
  }

  #lane(streamId: string, language: string): Lane {
    const key = `${streamId}/${language}`
    const lane = this.#lanes.get(key) ?? {
      interim: undefined,
      busy: false,
      finals: Promise.resolve(),
      waiting: 0,
    }
    this.#lanes.set(key, lane)
    return lane
  }
}
