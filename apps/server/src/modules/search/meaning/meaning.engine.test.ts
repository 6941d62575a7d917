import { searchAnswerSchema } from '@livetap/contract'
import { search } from '@livetap/contract/calls/search'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { LocalEmbedder } from '@livetap/speech'
import { expect, test } from 'vitest'
import { pastMeeting, utteranceAt } from '../../../testing/meetings/past-meeting'
import { testServer } from '../../../testing/test-server'

const embedder = new LocalEmbedder()
const { available, reason: skipReason } = await embedder.availability()

test.skipIf(!available)(
  'an answer is found that shares no word with the question, by the model itself',
  { meta: { skipReason } },
  async () => {
    const server = await testServer({ embedder })
    const talks = [
      ['We rented a van and drove along the coast for two weeks.', 'It rained nearly every single day.'],
      [
        'Let us go through the numbers of the last quarter.',
        'Revenue fell by nine percent because two large customers cancelled.',
        'Next is the hiring plan.',
      ],
      ['The bread has to rest for an hour before it goes into the oven.', 'Use a hot stone if you have one.'],
    ]
    for (const lines of talks)
      await pastMeeting(server, { utterances: lines.map((text, at) => utteranceAt(at * 10_000, text)) })
    await expect.poll(() => server.app.passages.store.waiting()).toBe(0)
    const find = async (q: string, mode: 'words' | 'meaning' | undefined) => {
      const url = pathOf(search, {}, { q, mode })
      const answer = await server.app.server.inject({
        url,
        headers: { host: new URL(server.url).host, ...server.bearer() },
      })
      return searchAnswerSchema.parse(answer.json())
    }
    for (const [q, text] of [
      ['why did our income shrink?', talks[1]![1]],
      ['how do I bake?', talks[2]![0]],
      ['bad weather during their holiday', talks[0]![1]],
    ] as const) {
      expect([q, (await find(q, 'words')).total]).toEqual([q, 0])
      expect([q, (await find(q, undefined)).moments[0]?.text]).toEqual([q, text])
    }
    await server.close()
  },
)
