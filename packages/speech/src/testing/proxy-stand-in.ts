import type { AddressInfo } from 'node:net'
import {
  ASR_PROTOCOL,
  millisToDuration,
  type StreamingConfig,
  streamingConfigSchema,
} from '@livetap/contract'
import { type WebSocket, WebSocketServer } from 'ws'
import type { SpeechEngine } from '../engine'
import type { RecognitionResult, RecognitionStream } from '../recognition'

export interface ProxyStandIn {
  url: string
  configs: StreamingConfig[]
  protocols: string[][]
  sockets: Set<WebSocket>
  close(): Promise<void>
}

/** The other end of the ASR proxy protocol over any engine, as small as it can be: for tests of the client side. */
export async function startProxyStandIn(engine: SpeechEngine): Promise<ProxyStandIn> {
  const configs: StreamingConfig[] = []
  const protocols: string[][] = []
  const sockets = new Set<WebSocket>()
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    handleProtocols: offered => {
      protocols.push([...offered])
      return ASR_PROTOCOL
    },
  })
  server.on('connection', socket => {
    sockets.add(socket)
    let stream: Promise<RecognitionStream> | undefined
    let opened: RecognitionStream | undefined
    socket.on('message', (data: Buffer, isBinary) => {
      if (stream) {
        const pcm = new Int16Array(Uint8Array.from(data).buffer)
        void stream.then(open => {
          open.write(pcm)
          socket.send(
            JSON.stringify({ audio_received_millis: open.receivedMs, settled_millis: open.settledMs }),
          )
        })
        return
      }
      if (isBinary) return
      const config = streamingConfigSchema.parse(JSON.parse(String(data)))
      configs.push(config)
      const { language_code, diarization, start_millis } = config.streaming_config
      stream = engine
        .open(
          { languageCode: language_code, diarization, startMs: start_millis },
          event => 'result' in event && socket.send(JSON.stringify(messageOf(event.result, opened))),
        )
        .then(open => {
          opened = open
          return open
        })
      stream.catch((error: Error) => {
        socket.send(JSON.stringify({ error: { code: 'engine_failed', description: error.message } }))
      })
    })
    socket.on('close', () => opened?.abort())
  })
  await new Promise<void>(resolve => server.once('listening', () => resolve()))
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    configs,
    protocols,
    sockets,
    close: () =>
      new Promise(resolve => {
        for (const socket of sockets) socket.terminate()
        server.close(() => resolve())
      }),
  }
}

function messageOf(result: RecognitionResult, stream?: RecognitionStream) {
  return {
    result: {
      results: [
        {
          alternatives: [
            {
              transcript: result.text,
              confidence: result.confidence,
              words: result.words.map(({ word, startMs, endMs }) => ({
                word,
                start_time: millisToDuration(startMs),
                end_time: millisToDuration(endMs),
              })),
            },
          ],
          is_final: result.isFinal,
          speaker_ids: result.speakerIds.map(Number),
          language_code: result.languageCode,
          segment_id: result.segmentId,
        },
      ],
    },
    audio_received_millis: stream?.receivedMs,
    settled_millis: stream?.settledMs,
  }
}
