import { asrSocket } from '@livetap/contract/sockets/asr-socket'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { AsrSession } from '@livetap/session'
import { LONG_WORDS, numberedWords } from '@livetap/speech/testing'
import { compareWords } from '../compare-words'
import { nodeSocket } from '../node-socket'
import type { Operation } from '../operation'
import { speak } from '../speak'

const WORDS = [8, 16] as const

/** A live recognition: what the page shows has every word once, through one gateway or several. */
export const asrStreams: Operation = {
  name: 'asr streams',
  parallel: 2,
  pauseMs: 500,
  async run({ client, random, site, acknowledged, isOver }) {
    const count = Math.round(random.between(...WORDS))
    let end: (() => void) | undefined
    const session = new AsrSession({
      url: `${site.origin.replace('http', 'ws')}${pathOf(asrSocket)}`,
      token: () => client.token,
      settings: {
        engine: 'nutcracker',
        languageCode: 'en-US',
        diarization: false,
        hints: { phrases: [], entities: [], weight: 0, limit_vocab_to_phrases: false },
      },
      createSocket: nodeSocket,
      onEvent: event => {
        if (event.type === 'reconnecting') end = site.meter.begin('asr streams')
        if (event.type === 'reconnected') end?.()
      },
    })
    try {
      await session.connect()
      const { periodMs } = LONG_WORDS
      const say = (fromMs: number, toMs: number) => session.pushAudio(numberedWords(fromMs, toMs, LONG_WORDS))
      const said = (await speak(count * periodMs, periodMs, isOver, say)) / periodMs
      await session.finish()
      const { lines, lostMs, connection, error } = session.getSnapshot()
      if (connection === 'failed') throw new Error(`the stream gave up: ${error?.message}`)
      acknowledged(lines.length)
      const finding = compareWords('an asr stream', said, lines)
      if (lostMs > 0) finding.lost.push(`an asr stream dropped ${lostMs} ms`)
      return async () => finding
    } finally {
      end?.()
      session.close()
    }
  },
}
