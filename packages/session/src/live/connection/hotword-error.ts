import { texts } from '@livetap/contract'

export type HotwordErrorReason =
  | 'address'
  | 'address_undefined'
  | 'refused'
  | 'max_retries'
  | 'bad_command'
  | 'not_connected'
  | 'unreadable_message'
  | 'session_ended'
  | 'access_ended'
  | 'call_ended'
  | 'meeting_full'
  | 'closed'

const messages: Record<HotwordErrorReason, string> = {
  address: texts.live.failedAddress,
  address_undefined: texts.live.addressUndefined,
  refused:
    'The browser refused to connect to the hotword service: open the console under the address it was set up for',
  max_retries: texts.live.maxConnectRetries,
  bad_command: texts.live.badCommandPayload,
  not_connected: 'The hotword service is not connected',
  unreadable_message: texts.live.messageParseError,
  session_ended: 'The session has ended: sign in again',
  access_ended: 'You may no longer follow this meeting',
  call_ended: 'The meeting has ended',
  meeting_full: texts.live.meetingFull,
  closed: 'The connection was closed',
}

export class HotwordError extends Error {
  override readonly name = 'HotwordError'

  constructor(
    readonly reason: HotwordErrorReason,
    options?: ErrorOptions,
  ) {
    super(messages[reason], options)
  }
}
