import { type LibrarySort, librarySorts } from '@livetap/contract'
import { recentMeetings } from '@livetap/contract/calls/meetings'
import type { Measure } from '../report'
import { median } from '../report'
import type { SearchInstallation } from './installation'

const TIMES_SHALLOW = 1.5
const LIMIT = 100

/** Pages of the library near its beginning and near its end: they cost the same. */
export async function libraryPages(installation: SearchInstallation, rounds: number): Promise<Measure[]> {
  const api = installation.api('operator')
  const page = async (sort: LibrarySort, cursor: string | undefined) =>
    (await api.call(recentMeetings, {
      query: { sort, limit: LIMIT, ...(cursor ? { cursor } : {}) } as never,
    })) as {
      meetings: unknown[]
      next?: string | null
    }
  const measures: Measure[] = []
  for (const sort of librarySorts) {
    const cursors: string[] = []
    for (let next = (await page(sort, undefined)).next; next; next = (await page(sort, next)).next)
      cursors.push(next)
    const places = { second: cursors[0]!, last: cursors.at(-1)! }
    const [second, last]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round++)
      for (const name of round % 2 ? (['second', 'last'] as const) : (['last', 'second'] as const)) {
        const began = performance.now()
        await page(sort, places[name])
        if (round >= 0) (name === 'second' ? second : last).push(performance.now() - began)
      }
    measures.push(
      { name: `second page of the library by ${sort}`, unit: 'ms', samples: second },
      { name: `page ${cursors.length + 1} by ${sort}`, unit: 'ms', samples: last },
      {
        name: `page ${cursors.length + 1} by ${sort}, over the second`,
        unit: 'times',
        samples: [median(last) / median(second)],
        bar: { atMost: TIMES_SHALLOW },
      },
    )
  }
  return measures
}
