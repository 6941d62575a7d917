import { type ActiveTranslation, type HotwordStatus, OFF_THE_RECORD_SECONDS, texts } from '@livetap/contract'
import { ApiError } from '../api-error'
import type { Notices } from '../notices'
import type { Scope } from '../scope'
import { steadyNow } from '../steady-now'
import { Store } from '../store'
import type { HotwordClient } from './connection/hotword-client'
import type { LiveCalls } from './live-calls'
import type { LiveMicrophone } from './live-microphone'
import type { ReadAloud } from './read-aloud'
import { type LiveRoom, ownMicrophone } from './room/live-room'
import { ownNumberOf } from './room/people'
import type { RoomStore } from './room/room-store'

/** What was asked of the service and is not confirmed yet, and how translations are shown. */
export interface ControlsState {
  readonly interimTranslationEnabled: boolean
  readonly evaToggling: boolean
  /** The call that is being undone. */
  readonly undoingCall: string | undefined
  /** Whether several people share the microphone, while it is being sent to the service. */
  readonly microphoneAsked: boolean | undefined
  /** Asked for and not confirmed yet. */
  readonly offTheRecordAsked: number
  /** The end of what is off the record is asked for and not confirmed yet. */
  readonly onTheRecordAsked: boolean
}

export const nothingAsked: ControlsState = {
  interimTranslationEnabled: true,
  evaToggling: false,
  undoingCall: undefined,
  microphoneAsked: undefined,
  offTheRecordAsked: 0,
  onTheRecordAsked: false,
}

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
  room: RoomStore
  microphone: LiveMicrophone
  readAloud: ReadAloud
  notices: Notices
  /** Of the running meeting: from its end on nothing is sent or announced. */
  scope: Scope
}

/** A confirmation that takes longer is asked for once more; the service handles a repeated command once. */
const RESEND_MS = 3000

/** What can be switched in a running meeting, each with the words of the documents. */
export class LiveControls extends Store<ControlsState> {
  constructor(private readonly options: LiveControlsOptions) {
    super(nothingAsked)
  }

  /** What is shown is what the service has: the switch is over when the service has it too. */
  async toggleEva(): Promise<void> {
    const { client, notices, scope } = this.options
    if (this.getSnapshot().evaToggling) return
    const mute = !this.#room.evaMuted
    this.set({ evaToggling: true })
    notices.info(mute ? texts.live.muting : texts.live.unmuting)
    const isDone = await this.#sendUntil(
      () => client.command(mute ? 'enable_earmuffs' : 'disable_earmuffs'),
      () => this.#room.evaMuted === mute,
    )
    if (scope.disposed) return
    if (isDone) notices.success(mute ? texts.live.muted : texts.live.unmuted)
    this.set({ evaToggling: false })
  }

  /** The last call was not meant: what it did is undone. */
  async undoCall(): Promise<void> {
    const { client, notices, scope } = this.options
    const callId = this.#room.evaWoken?.callId
    if (callId === undefined || this.getSnapshot().undoingCall !== undefined) return
    this.set({ undoingCall: callId })
    const isUndone = () => this.#room.undoneCall === callId
    // A service that does not know the call any more says so itself.
    const isRefused = () => this.#room.evaWoken !== undefined && this.#room.evaWoken.callId === undefined
    await this.#sendUntil(
      () => client.command('undo_call', { call_id: callId }),
      () => isUndone() || isRefused(),
    )
    if (scope.disposed) return
    this.set({ undoingCall: undefined })
    if (isUndone()) notices.success(texts.eva.undone)
  }

  /** Whether several people share this microphone; settled when the service has confirmed it. */
  async shareMicrophone(isShared: boolean): Promise<void> {
    if (this.getSnapshot().microphoneAsked !== undefined) return
    this.set({ microphoneAsked: isShared })
    await this.#sendUntil(
      () => this.options.client.command(isShared ? 'share_microphone' : 'unshare_microphone'),
      () => ownMicrophone(this.#room)?.shared === isShared,
    )
    this.set({ microphoneAsked: undefined })
  }

  /** From this moment on: where the sound stands now counts, however late the command arrives. */
  async offTheRecord(seconds: number = OFF_THE_RECORD_SECONDS[0]): Promise<void> {
    const { client } = this.options
    const id = crypto.randomUUID()
    const atMs = client.capturedMs
    const askedAt = performance.now()
    this.set({ offTheRecordAsked: this.getSnapshot().offTheRecordAsked + 1 })
    await this.#sendUntil(
      () =>
        client.command('meeting_off_the_record', {
          id,
          duration: `${seconds}s`,
          at_millis: atMs,
          age_millis: performance.now() - askedAt,
        }),
      () =>
        this.#room.offTheRecord.some(range => range.command_id === id) || this.#room.refusedCommand === id,
      { mayWait: true },
    )
    this.set({ offTheRecordAsked: this.getSnapshot().offTheRecordAsked - 1 })
  }

  /** Everything that is off the record ends now, for everyone. */
  async backOnTheRecord(): Promise<void> {
    if (this.getSnapshot().onTheRecordAsked) return
    const id = crypto.randomUUID()
    this.set({ onTheRecordAsked: true })
    await this.#sendUntil(
      () => this.options.client.command('meeting_on_the_record', { id }),
      () => this.#room.offTheRecordUntilMs <= steadyNow() || this.#room.refusedCommand === id,
    )
    this.set({ onTheRecordAsked: false })
  }

  async setLanguage(languageCode: string): Promise<void> {
    const { calls, room, notices } = this.options
    try {
      await calls.setLanguage(languageCode)
    } catch (error) {
      notices.error(texts.live.languageChangeError)
      if (error instanceof ApiError && error.description) notices.warning(error.description)
      return
    }
    room.confirm({ languageCode })
    notices.success(texts.live.languageChanged(languageCode))
  }

  /** Only what was chosen is sent. Rejects with what was refused. */
  async setHotwordStatus(status: HotwordStatus): Promise<void> {
    const { assistant, recording, transcription, chimes } = await this.options.calls.setHotwordStatus(status)
    const room = this.#room
    this.options.room.confirm({
      evaMuted: assistant === undefined ? room.evaMuted : !assistant,
      recording: recording ?? room.recording,
      transcription: transcription ?? room.transcription,
      chimes: chimes ?? room.chimes,
    })
  }

  /**
   * Adds a language for an attendee, and says how translations are shown here. Rejects with what was refused. The
   * number that is proposed for oneself becomes one's own CSI: with CSI 0 no words can be translated.
   */
  async translate({ csi, language, interim, tts }: TranslateForm): Promise<void> {
    const { calls, room, microphone, readAloud } = this.options
    if (language !== '') {
      const isOwn = csi === ownNumberOf({ ...this.#room, csi: microphone.getSnapshot().csi })
      await calls.translate({ attendee_id: csi, language, interim: true })
      if (isOwn) microphone.setCsi(csi)
      const others = this.#room.translations.filter(one => one.csi !== csi || one.language !== language)
      room.confirm({ translations: [...others, { csi, language }] })
      readAloud.choose({ csi, language })
    }
    readAloud.enable(tts)
    this.set({ interimTranslationEnabled: interim })
  }

  /** One language of an attendee; rejects with what was refused. */
  async stopTranslation(csi: number, language: string): Promise<void> {
    const { calls, room, readAloud } = this.options
    await calls.stopTranslation(csi, language)
    const isIt = (one: ActiveTranslation | undefined) => one?.csi === csi && one.language === language
    room.confirm({ translations: this.#room.translations.filter(one => !isIt(one)) })
    if (isIt(readAloud.getSnapshot().translation)) readAloud.choose(undefined)
  }

  get #room(): LiveRoom {
    return this.options.room.getSnapshot()
  }

  /**
   * Sends a command until the room confirms it: once more after every reconnect, and when no answer comes. False when
   * the first time failed already, which the client reports by itself, or when the scope ended.
   */
  async #sendUntil(
    send: () => boolean,
    isConfirmed: () => boolean,
    /** Without a connection it is sent as soon as there is one. */
    { mayWait = false } = {},
  ): Promise<boolean> {
    const { client, room, scope } = this.options
    if ((client.isOpen || !mayWait) && !send()) return false
    return await new Promise(resolve => {
      const waiting = scope.child()
      const again = () => {
        if (!isConfirmed() && client.isOpen) send()
      }
      let wasOpen = client.isOpen
      waiting.add(() => resolve(isConfirmed()))
      waiting.add(room.subscribe(() => isConfirmed() && waiting.dispose()))
      waiting.add(
        client.subscribe(() => {
          const { state } = client.getSnapshot()
          const isOpen = state === 'connected' || state === 'unstable'
          if (isOpen && !wasOpen) again()
          wasOpen = isOpen
        }),
      )
      waiting.interval(again, RESEND_MS)
      if (isConfirmed()) waiting.dispose()
    })
  }
}
