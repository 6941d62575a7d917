import { SAMPLES_PER_MS } from '@livetap/audio'
import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { AsrSession, noHints } from '@livetap/session'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

const BLOCK_MS = 64

/** The page's own session over real sockets. */
export function openAsrSession(origin: string, token: string): AsrSession {
  const session = new AsrSession({
    url: `${origin.replace('http', 'ws')}${pathOf(asrSocket)}`,
    token: () => token,
    settings: { engine: 'nutcracker', languageCode: 'en-US', diarization: false, hints: noHints },
    createSocket: (url, protocols) => new WebSocket(url, protocols) as never,
  })
  onTestFinished(() => session.close())
  return session
}

/** In blocks, as a microphone gives them. */
export function push(session: AsrSession, pcm: Int16Array): void {
  const step = BLOCK_MS * SAMPLES_PER_MS
  for (let at = 0; at < pcm.length; at += step) session.pushAudio(pcm.slice(at, at + step))
}
