import { type HotwordMessage, texts } from '@livetap/contract'
import type { Notices } from '../notices'
import { steadyNow } from '../steady-now'
import type { HotwordError } from './connection/hotword-error'
import type { HotwordEvent } from './connection/hotword-snapshot'
import type { LiveMeetingState } from './live-meeting-state'
import { noticeOf } from './message-notices'
import type { ReadAloud } from './read-aloud/read-aloud'
import { applyMessage, applyMessages } from './room/apply-message'
import type { LiveRoom } from './room/live-room'

export interface LiveMessagesOptions {
  notices: Notices
  readAloud: ReadAloud
  state: () => LiveMeetingState
  set: (change: Partial<LiveMeetingState>) => void
  /** The sound of an awake EVA. */
  chime?: (() => void) | undefined
  callEnded: () => void
}

/** What the hotword socket says, as changes of the room, notices and sounds. */
export class LiveMessages {
  constructor(private readonly options: LiveMessagesOptions) {}

  happened(event: HotwordEvent): void {
    const { notices, state, set } = this.options
    if (event.type === 'message') this.#said(event.message)
    if (event.type === 'replayed') this.#missed(event.messages)
    if (event.type === 'connected') notices.success(texts.live.hotwordConnected)
    if (event.type === 'parse_error') set({ parseErrors: state().parseErrors + 1 })
    if (event.type === 'send_error') notices.error(event.error.message)
    if (event.type === 'failed') this.#connectionFailed(event.error)
  }

  #said(message: HotwordMessage): void {
    const { notices, state, chime } = this.options
    this.#change(room => applyMessage(room, message, steadyNow()))
    noticeOf(message, notices)
    if (message.type === 'eva_wake' && state().chimes) chime?.()
    this.#act(message)
  }

  /** One change of the room, without the chimes and toasts of a moment that has passed. */
  #missed(messages: readonly HotwordMessage[]): void {
    this.#change(room => applyMessages(room, messages, steadyNow()))
    for (const message of messages) this.#act(message)
  }

  /** Another participant paused or resumed EVA, or what was confirmed did not last: that is said too. */
  #change(change: (room: LiveMeetingState) => Partial<LiveRoom>): void {
    const { notices, state, set } = this.options
    const { evaMuted, evaToggling, phase } = state()
    set(change(state()))
    const isMuted = state().evaMuted
    if (phase === 'live' && !evaToggling && isMuted !== evaMuted)
      notices.info(isMuted ? texts.live.muted : texts.live.unmuted)
  }

  #act(message: HotwordMessage): void {
    const { readAloud, state, callEnded } = this.options
    if (message.type === 'call_started') readAloud.entered(message)
    if (message.type === 'transcript_final_result') readAloud.handleFinal(message, state())
    if (message.type === 'call_ended') callEnded()
  }

  /** During the entry the entry itself reports it. */
  #connectionFailed(error: HotwordError): void {
    const { notices, state, callEnded } = this.options
    if (error.reason === 'call_ended') {
      callEnded()
      return
    }
    if (state().phase !== 'live' && state().phase !== 'recorder') return
    notices.error(texts.live.failedConnection)
    notices.error(texts.live.failedSetup(error.message))
  }
}
