import { type ActiveTranslation, DEFAULT_LANGUAGE } from '@livetap/contract'
import type { LedgerEntry } from '../../events'
import type { LiveState, LiveStateChange } from '../live.store'
import type { Announcement, Outbox } from '../outbox/outbox'

export interface RoomSettingsOptions {
  state: LiveState
  language: string | null
  outbox: Outbox
  /** Something may be on that was off, or the other way about. */
  onSwitched: () => void
  /** What comes next is recognised with other settings. */
  onRecognitionChanged: () => void
}

/** What can be switched in a running meeting; every switch is in the database before it is announced. */
export class RoomSettings {
  state: LiveState
  language: string
  #pending = 0

  constructor(private readonly options: RoomSettingsOptions) {
    this.state = options.state
    this.language = options.language ?? DEFAULT_LANGUAGE
  }

  /** Whether that changed anything. */
  setEarmuffs(on: boolean, by: string, source?: string): boolean {
    if (this.state.earmuffs === on) return false
    const fields = { by, source: source || undefined }
    this.#change({ earmuffs: on }, on ? 'earmuffs_enabled' : 'earmuffs_disabled', {
      event: on ? 'earmuffsEnabled' : 'earmuffsDisabled',
      fields,
    })
    return true
  }

  setChimes(on: boolean, by: string): boolean {
    if (this.state.chimes === on) return false
    this.#change({ chimes: on }, on ? 'chimes_enabled' : 'chimes_disabled', {
      event: on ? 'chimesEnabled' : 'chimesDisabled',
      fields: { by },
    })
    return true
  }

  /** The database has it already, by a call to this node or to another. */
  apply(state: LiveState, language: string | null): void {
    if (this.#pending > 0 || state.updatedAt < this.state.updatedAt) return
    const before = this.state
    this.state = state
    this.options.onSwitched()
    if (before.earmuffs !== state.earmuffs)
      this.#announce(state.earmuffs ? 'earmuffs_enabled' : 'earmuffs_disabled')
    if (before.chimes !== state.chimes) this.#announce(state.chimes ? 'chimes_enabled' : 'chimes_disabled')
    if (before.recording !== state.recording || before.transcription !== state.transcription)
      this.#announce('status_changed', {
        data: { recording: state.recording, transcription: state.transcription },
      })
    if (JSON.stringify(before.translations) !== JSON.stringify(state.translations))
      this.#announce('translations_changed', { data: { translations: this.translations } })
    const spoken = language ?? DEFAULT_LANGUAGE
    const languageChanged = spoken !== this.language
    this.language = spoken
    if (languageChanged) this.#announce('language_changed', { data: { language_code: spoken } })
    const phrasesChanged = JSON.stringify(before.customPhrases) !== JSON.stringify(state.customPhrases)
    if (languageChanged || phrasesChanged || (before.transcription && !state.transcription))
      this.options.onRecognitionChanged()
  }

  /** What is translated, as clients read it. */
  get translations(): ActiveTranslation[] {
    return this.state.translations.map(({ csi, language }) => ({ csi, language }))
  }

  /** A switch of this room is in the database. */
  written(updatedAt: Date): void {
    this.state = { ...this.state, updatedAt }
  }

  #change(change: LiveStateChange, type: Announcement['type'], ledger: LedgerEntry): void {
    this.state = { ...this.state, ...change }
    this.options.onSwitched()
    this.#pending += 1
    this.options.outbox.push({
      type,
      body: {},
      durable: true,
      write: { kind: 'state', change },
      ledger,
      onSent: () => {
        this.#pending -= 1
      },
    })
  }

  #announce(type: Announcement['type'], body: object = {}): void {
    this.options.outbox.push({ type, body, durable: true })
  }
}
