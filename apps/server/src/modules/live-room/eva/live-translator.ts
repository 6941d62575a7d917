import type { TranslatorRegistry } from '@livetap/speech'
import type { Log } from '../../../platform/log/log'
import { transcriptWire } from '../outbox/transcript-wire'
import type { RoomView } from '../room/room-view'
import type { StreamResult } from '../streams/stream-result'
import type { RoomTranslator } from './room-translator'

const TIMEOUT_MS = 10_000
/** Finals of one voice into one language that wait; what comes on top is not translated. */
const MAX_WAITING = 50

/** What is on its way for one voice and one language. */
interface Lane {
  /** The newest interim; one at a time is translated, the ones between are passed over. */
  interim: { id: string; text: string } | undefined
  busy: boolean
  finals: Promise<void>
  waiting: number
}

/** Translates by the registered translators. */
export class LiveTranslator implements RoomTranslator {
  readonly #lanes = new WeakMap<RoomView, Map<string, Lane>>()
  readonly #open = new WeakMap<
    RoomView,
    Map<string, { heard: StreamResult; translations: Record<string, string> }>
  >()

  constructor(
    private readonly translators: TranslatorRegistry,
    private readonly log: Log,
  ) {}

  interim(room: RoomView, heard: StreamResult): Record<string, string> {
    const { id, result, stream } = heard
    const wanted = this.#wanted(room, stream.record.csi).filter(one => one.interim)
    if (wanted.length === 0) return {}
    const open = this.#openOf(room)
    const entry = open.get(id) ?? { heard, translations: {} }
    entry.heard = heard
    open.set(id, entry)
    for (const { language } of wanted) {
      const lane = this.#lane(room, stream.record.id, language)
      lane.interim = { id, text: result.text }
      if (!lane.busy) void this.#translateInterims(room, lane, language, result.languageCode)
    }
    return { ...entry.translations }
  }

  final(room: RoomView, heard: StreamResult): void {
    const { id, stream } = heard
    this.#openOf(room).delete(id)
    const languages = [...new Set(this.#wanted(room, stream.record.csi).map(one => one.language))]
    if (languages.length === 0) return
    const lane = this.#lane(room, stream.record.id, '')
    if (lane.waiting >= MAX_WAITING) return
    lane.waiting += 1
    lane.finals = lane.finals
      .then(() => this.#translateFinal(room, heard, languages))
      .finally(() => {
        lane.waiting -= 1
      })
  }

  async #translateFinal(
    room: RoomView,
    { id, result, stream, voice }: StreamResult,
    languages: string[],
  ): Promise<void> {
    const translations: Record<string, string> = {}
    for (const language of languages) {
      const text = await this.#translate(room, result.text, result.languageCode, language)
      if (text !== undefined) translations[language] = text
    }
    if (Object.keys(translations).length === 0) return
    room.outbox.push({
      type: 'transcript_final_result',
      body: transcriptWire(id, result, stream, { voice, translations }),
      durable: true,
    })
  }

  async #translateInterims(room: RoomView, lane: Lane, language: string, from: string): Promise<void> {
    lane.busy = true
    while (lane.interim) {
      const { id, text } = lane.interim
      lane.interim = undefined
      const translated = await this.#translate(room, text, from, language)
      // A final may have been said in the meantime: nothing may follow that.
      const entry = this.#openOf(room).get(id)
      if (translated === undefined || !entry) continue
      entry.translations[language] = translated
      const { result, stream } = entry.heard
      room.outbox.push({
        type: 'transcript_interim_results',
        body: transcriptWire(id, result, stream, { translations: { ...entry.translations } }),
        durable: false,
        replaces: id,
      })
    }
    lane.busy = false
  }

  async #translate(room: RoomView, text: string, from: string, to: string): Promise<string | undefined> {
    try {
      return await this.translators.translate(text, from, to, AbortSignal.timeout(TIMEOUT_MS))
    } catch (error) {
      this.log.warn({ meeting: room.meetingId, to, reason: (error as Error).message }, 'translation failed')
      return undefined
    }
  }

  #wanted(room: RoomView, csi: number) {
    return room.settings.state.translations.filter(one => one.csi === csi)
  }

  #openOf(room: RoomView) {
    const open = this.#open.get(room) ?? new Map()
    this.#open.set(room, open)
    // An interim whose final never came: the oldest give way.
    if (open.size > 200) open.delete(open.keys().next().value!)
    return open
  }

  #lane(room: RoomView, streamId: string, language: string): Lane {
    const lanes = this.#lanes.get(room) ?? new Map<string, Lane>()
    this.#lanes.set(room, lanes)
    const key = `${streamId}/${language}`
    const lane = lanes.get(key) ?? {
      interim: undefined,
      busy: false,
      finals: Promise.resolve(),
      waiting: 0,
    }
    lanes.set(key, lane)
    return lane
  }
}
