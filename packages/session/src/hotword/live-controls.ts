import { type HotwordStatus, texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import type { HotwordClient } from './hotword-client'
import type { LiveCalls } from './live-calls'
import type { LiveMeetingState } from './live-meeting-state'

export interface TranslateForm {
  csi: number
  /** Empty: nothing is translated. */
  language: string
  interim: boolean
  tts: boolean
}

export interface LiveControlsOptions {
  calls: LiveCalls
  client: HotwordClient
  notices: Notices
  scope: Scope
  state: () => LiveMeetingState
  set: (change: Partial<LiveMeetingState>) => void
  subscribe: (listener: () => void) => () => void
  isOver: () => boolean
  stopReading: () => void
}

/** A switch that the service does not confirm in time is taken as done: the documents' service confirms none. */
const CONFIRM_MS = 3000

/** What can be switched in a running meeting, each with the words of the documents. */
export class LiveControls {
  constructor(private readonly options: LiveControlsOptions) {}

  async toggleEva(): Promise<void> {
    const { evaMuted, evaToggling } = this.options.state()
    if (evaToggling) return
    const mute = !evaMuted
    this.options.set({ evaToggling: true })
    this.options.notices.info(mute ? texts.live.muting : texts.live.unmuting)
    if (this.options.client.command(mute ? 'enable_earmuffs' : 'disable_earmuffs')) {
      await this.#until(() => this.options.state().evaMuted === mute)
      if (this.options.isOver()) return
      this.options.set({ evaMuted: mute })
      this.options.notices.success(mute ? texts.live.muted : texts.live.unmuted)
    }
    this.options.set({ evaToggling: false })
  }

  offTheRecord(): void {
    this.options.client.command('meeting_off_the_record')
  }

  async setLanguage(languageCode: string): Promise<void> {
    try {
      await this.options.calls.setLanguage(languageCode)
    } catch (error) {
      this.#refused(texts.live.languageChangeError, error)
      return
    }
    this.options.set({ languageCode })
    this.options.notices.success(texts.live.languageChanged(languageCode))
  }

  /** Only what was chosen is sent. */
  async setHotwordStatus(status: HotwordStatus): Promise<boolean> {
    try {
      const { assistant, recording, transcription, chimes } =
        await this.options.calls.setHotwordStatus(status)
      const now = this.options.state()
      this.options.set({
        evaMuted: assistant === undefined ? now.evaMuted : !assistant,
        recording: recording ?? now.recording,
        transcription: transcription ?? now.transcription,
        chimes: chimes ?? now.chimes,
      })
      return true
    } catch (error) {
      this.options.notices.error((error as Error).message)
      return false
    }
  }

  async translate({ csi, language, interim, tts }: TranslateForm): Promise<boolean> {
    if (language !== '') {
      try {
        await this.options.calls.translate({ attendee_id: csi, language, interim: true })
      } catch (error) {
        this.options.notices.error((error as Error).message)
        return false
      }
    }
    const translation = language === '' ? undefined : { csi, language }
    this.options.set({ ttsEnabled: tts, interimTranslationEnabled: interim, translation })
    if (!tts) this.options.stopReading()
    return true
  }

  #refused(text: string, error: unknown): void {
    this.options.notices.error(text)
    if (error instanceof ApiError && error.description) this.options.notices.warning(error.description)
  }

  #until(isDone: () => boolean): Promise<void> {
    return new Promise(resolve => {
      const waiting = this.options.scope.child()
      const finish = () => {
        waiting.dispose()
        resolve()
      }
      waiting.add(this.options.subscribe(() => isDone() && finish()))
      waiting.add(() => resolve())
      waiting.timeout(finish, CONFIRM_MS)
      if (isDone()) finish()
    })
  }
}
