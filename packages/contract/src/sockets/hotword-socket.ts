import { z } from 'zod'
import { meetingInPath } from '../wire/actions'
import { defineSocket } from '../wire/socket'
import { AUDIO_MESSAGE_PROTO } from './audio-message'
import {
  AFTER_PARAM,
  hotwordCloseCodes,
  hotwordCommandSchema,
  hotwordMessageSchema,
} from './hotword-messages'

/** The socket of a running meeting. Clients open it at `live_addr`, which carries its ticket. */
export const hotwordSocket = defineSocket({
  name: 'hotword',
  action: 'live.listen',
  on: meetingInPath,
  summary: 'A running meeting: audio in, transcripts and the assistant out',
  family: 'partner',
  path: '/web/meetings/:id/hotword',
  entry: 'ticket',
  ticket: { purpose: 'hotword', param: 'id' },
  query: z.object({
    ticket: z.string(),
    /** The last `seq` that the client holds; what follows it comes before live messages. */
    [AFTER_PARAM]: z.string().optional(),
  }),
  fromClient: [
    { name: 'command', summary: 'A command', schema: hotwordCommandSchema },
    {
      name: 'audio',
      summary: 'Audio of one stream, one message per binary frame',
      protobuf: AUDIO_MESSAGE_PROTO,
    },
  ],
  fromServer: [{ name: 'event', summary: 'What happens in the call', schema: hotwordMessageSchema }],
  closeCodes: hotwordCloseCodes,
})
