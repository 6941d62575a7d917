import { defineSocket } from '../wire/socket'
import {
  ASR_PROTOCOL,
  asrAudioSchema,
  asrCloseCodes,
  asrMessageSchema,
  asrSubProtocolPrefix,
  streamingConfigSchema,
} from './asr-messages'

export const asrSocket = defineSocket({
  name: 'asr',
  action: 'recognition.use',
  summary: 'Recognition of one stream of audio',
  family: 'asr',
  path: '',
  entry: 'bearer',
  subProtocols: {
    [ASR_PROTOCOL]: 'the protocol; the only name that the server selects',
    [`${asrSubProtocolPrefix.bearer}{token}`]: 'the access token',
    [`${asrSubProtocolPrefix.engine}{name}`]: 'the recognition engine',
    [`${asrSubProtocolPrefix.tracking}{id}`]: 'the tracking id',
  },
  fromClient: [
    { name: 'config', summary: 'The configuration, first of all', schema: streamingConfigSchema },
    { name: 'audio', summary: 'Audio, base64', schema: asrAudioSchema },
  ],
  fromServer: [
    { name: 'answer', summary: 'Results, the position held, or an error', schema: asrMessageSchema },
  ],
  closeCodes: asrCloseCodes,
})
