/**
 * Search over 10,000 meetings with 4 million lines of real texts, beside the bare scan of the index and `ILIKE`; what the
 * index costs in space and time; how soon a live final is found; the library's pages at any depth; and how many of 60
 * questions are answered, whose passages were labelled before. The databases are filled once and kept in
 * `~/.cache/livetap/search` (`LIVETAP_SEARCH`). Before the questions some 20,000 passages are read by meaning; a run that
 * was stopped goes on there. `--part=speed,quality` measures some parts, `--meetings=2500` fewer meetings; these are printed
 * and not kept.
 */
import { isToy, type Measure, option, report } from './lib/report'
import { indexingCost, size } from './lib/search/costs'
import { checkIndex, fillMeetings } from './lib/search/fill-meetings'
import { SearchInstallation } from './lib/search/installation'
import { labelled } from './lib/search/labels'
import { libraryPages } from './lib/search/library'
import { liveFinals } from './lib/search/live'
import { enoughChapters, fillChapters, makePassages, recalls } from './lib/search/quality'
import { besideIlike, speed } from './lib/search/speed'
import { readTexts } from './lib/search/texts'

const only = option('part')
const MEETINGS = Number(option('meetings') ?? (isToy ? 400 : 10_000))
const ROUNDS = isToy ? 2 : 9
/** Some 20,000 passages of 120 words that overlap by 25. */
const QUALITY_WORDS = isToy ? 0 : 1_900_000

const chapters = readTexts()
labelled(chapters)

/** Over the database of this name, which is filled where it is not there. */
const over =
  (
    name: string,
    fill: (installation: SearchInstallation) => Promise<void>,
    measure: (installation: SearchInstallation) => Promise<Measure[]>,
  ) =>
  async () => {
    const installation = await SearchInstallation.open(isToy ? `${name}-toy` : name, fill)
    try {
      return await measure(installation)
    } finally {
      await installation.close()
    }
  }
const overMeetings = (measure: (installation: SearchInstallation) => Promise<Measure[]>) =>
  over(
    option('meetings') ? `meetings-${MEETINGS}` : 'meetings',
    one => fillMeetings(one, chapters, MEETINGS),
    async installation => {
      await checkIndex(installation)
      return await measure(installation)
    },
  )
const enough = enoughChapters(chapters, QUALITY_WORDS)

const parts: Record<string, () => Promise<Measure[]>> = {
  speed: overMeetings(one => speed(one, ROUNDS)),
  ilike: overMeetings(besideIlike),
  size: overMeetings(size),
  live: overMeetings(one =>
    liveFinals(one, isToy ? { meetings: 3, seconds: 5 } : { meetings: 20, seconds: 20 }),
  ),
  indexing: overMeetings(one => indexingCost(one, ROUNDS)),
  library: overMeetings(one => libraryPages(one, ROUNDS)),
  quality: over(
    'quality',
    one => fillChapters(one, enough),
    async one => {
      await makePassages(one)
      return await recalls(one, enough)
    },
  ),
}
const asked = only?.split(',')
const measures: Measure[] = []
for (const [name, measure] of Object.entries(parts))
  if (!asked || asked.includes(name)) measures.push(...(await measure()))
report('search', measures, { isKept: only === undefined && !option('meetings') })
