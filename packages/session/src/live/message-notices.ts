import { type HotwordMessage, RESPONSE_SLOT, texts } from '@livetap/contract'
import type { Notices } from '../notices'

/** The messages that become notices; all others show in the room. */
export function noticeOf(message: HotwordMessage, notices: Notices): void {
  if (message.type === 'eva_thanks') {
    const said = message.command_response.slots.find(({ name }) => name === RESPONSE_SLOT)?.value.trim()
    if (said) notices.info(said)
  }
  if (message.type === 'goodbye') notices.info(texts.eva.goodbye)
  if (message.type === 'error') notices.warning(message.data.description)
}
