import { type ActiveTranslation, type HotwordStatus, texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { steadyNow } from '../steady-now'
import { askUntil } from './ask-until'
import type { HotwordClient } from './connection/hotword-client'
import type { LiveCalls } from './live-calls'
import type { LiveMeetingState } from './live-meeting-state'
import { ownMicrophone } from './room/live-room'
import { ownNumberOf } from './room/people'

export interface TranslateForm {
  csi: number
  /** Empty: none is added. */
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
  /** Names the audio from now on. */
  setCsi: (csi: number) => void
}

/** What can be switched in a running meeting, each with the words of the documents. */
export class LiveControls {
  constructor(private readonly options: LiveControlsOptions) {}

  /** What is shown is what the service has: the switch is over when the service has it too. */
  async toggleEva(): Promise<void> {
    const { client, state, notices } = this.options
    if (state().evaToggling) return
    const mute = !state().evaMuted
    this.options.set({ evaToggling: true })
    notices.info(mute ? texts.live.muting : texts.live.unmuting)
    const isDone = await askUntil(
      this.options,
      () => client.command(mute ? 'enable_earmuffs' : 'disable_earmuffs'),
      () => state().evaMuted === mute,
    )
    if (this.options.isOver()) return
    if (isDone) notices.success(mute ? texts.live.muted : texts.live.unmuted)
    this.options.set({ evaToggling: false })
  }

  /** The last call was not meant: what it did is taken back. */
  async undoCall(): Promise<void> {
    const { client, state, notices } = this.options
    const callId = state().evaWoken?.callId
    if (callId === undefined || state().undoingCall !== undefined) return
    this.options.set({ undoingCall: callId })
    const isUndone = () => state().undoneCall === callId
    // A service that does not know the call any more says so itself.
    const isRefused = () => state().evaWoken !== undefined && state().evaWoken?.callId === undefined
    await askUntil(
      this.options,
      () => client.command('undo_call', { call_id: callId }),
      () => isUndone() || isRefused(),
    )
    if (this.options.isOver()) return
    this.options.set({ undoingCall: undefined })
    if (isUndone()) notices.success(texts.eva.undone)
  }

  /** Whether several people share this microphone; settled when the service has confirmed it. */
  async shareMicrophone(isShared: boolean): Promise<void> {
    const { client, state } = this.options
    if (state().microphoneAsked !== undefined) return
    this.options.set({ microphoneAsked: isShared })
    await askUntil(
      this.options,
      () => client.command(isShared ? 'share_microphone' : 'unshare_microphone'),
      () => ownMicrophone(state())?.shared === isShared,
    )
    if (!this.options.isOver()) this.options.set({ microphoneAsked: undefined })
  }

  /** From this moment on: where the sound stands now counts, however late the command arrives. */
  async offTheRecord(): Promise<void> {
    const { client, state } = this.options
    const id = crypto.randomUUID()
    const atMs = client.capturedMs
    const askedAt = performance.now()
    this.options.set({ offTheRecordAsked: state().offTheRecordAsked + 1 })
    await askUntil(
      this.options,
      () =>
        client.command('meeting_off_the_record', {
          id,
          ...(atMs !== undefined && { at_millis: atMs }),
          age_millis: performance.now() - askedAt,
        }),
      () => state().offTheRecord.some(range => range.command_id === id) || state().refusedCommand === id,
      { mayWait: true },
    )
    this.options.set({ offTheRecordAsked: state().offTheRecordAsked - 1 })
  }

  /** Everything that is off the record ends now, for everyone. */
  async backOnTheRecord(): Promise<void> {
    const { client, state } = this.options
    if (state().onTheRecordAsked) return
    const id = crypto.randomUUID()
    this.options.set({ onTheRecordAsked: true })
    await askUntil(
      this.options,
      () => client.command('meeting_on_the_record', { id }),
      () => state().offTheRecordUntilMs <= steadyNow() || state().refusedCommand === id,
    )
    if (!this.options.isOver()) this.options.set({ onTheRecordAsked: false })
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

  /** Only what was chosen is sent. Rejects with what was refused. */
  async setHotwordStatus(status: HotwordStatus): Promise<void> {
    const { assistant, recording, transcription, chimes } = await this.options.calls.setHotwordStatus(status)
    const now = this.options.state()
    this.options.set({
      evaMuted: assistant === undefined ? now.evaMuted : !assistant,
      recording: recording ?? now.recording,
      transcription: transcription ?? now.transcription,
      chimes: chimes ?? now.chimes,
    })
  }

  /**
   * Adds a language for an attendee, and says how translations are shown here. Rejects with what was refused. The
   * number that is proposed for oneself becomes one's own CSI: with CSI 0 no words can be translated.
   */
  async translate({ csi, language, interim, tts }: TranslateForm): Promise<void> {
    const { calls, set, state } = this.options
    if (language !== '') {
      const isOwn = csi === ownNumberOf(state())
      await calls.translate({ attendee_id: csi, language, interim: true })
      if (isOwn) this.options.setCsi(csi)
      const others = state().translations.filter(one => one.csi !== csi || one.language !== language)
      set({ translations: [...others, { csi, language }], translation: { csi, language } })
    }
    set({ ttsEnabled: tts, interimTranslationEnabled: interim })
    if (!tts) this.options.stopReading()
  }

  /** One language of an attendee; rejects with what was refused. */
  async stopTranslation(csi: number, language: string): Promise<void> {
    const { calls, set, state } = this.options
    await calls.stopTranslation(csi, language)
    const isIt = (one: ActiveTranslation | undefined) => one?.csi === csi && one.language === language
    const { translations, translation } = state()
    set({
      translations: translations.filter(one => !isIt(one)),
      ...(isIt(translation) && { translation: undefined }),
    })
  }

  #refused(text: string, error: unknown): void {
    this.options.notices.error(text)
    if (error instanceof ApiError && error.description) this.options.notices.warning(error.description)
  }
}
