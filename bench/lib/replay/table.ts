import { type Bar, type JudgedUnit, type Measure, median, quantile, type TimeUnit } from '../report'
import type { Figures } from './figures'
import type { ReplayFigures } from './measure-replay'

/** Each at the same moment of the machine as its neighbour. */
const inPairs = (ofOurs: number[], others: number[]) =>
  others.slice(0, ofOurs.length).map((value, at) => ofOurs[at]! / value)

/**
 * Times the baseline, about twice what was measured of one hour and of ten beside other load: what gets three times
 * slower misses.
 */
const atMost = {
  firstText: 35,
  coldText: 10,
  longestTask: 7,
  playing: 4,
  longestGap: 3,
  seek: 1.2,
  toEnd: 3.5,
  searchCold: 1.2,
  searchWarm: 1,
  toPlay: 5,
}
/** Of an empty page's: it decodes no sound meanwhile. */
const LEAST_FRAMES = 0.75

type Figure = [unit: TimeUnit, samples: number[], bar?: undefined] | [JudgedUnit, number[], Bar?]

/** The measures of one length; bars are ratios, counts and bytes, so that a busy machine misses none. */
export function replayMeasures(hours: number, { ours, bare, empty, peer }: ReplayFigures): Measure[] {
  const measures: Measure[] = []
  const line = (name: string, ...[unit, samples, bar]: Figure) => {
    if (samples.length > 0) measures.push({ name: `${hours} h: ${name}`, unit, samples, bar } as Measure)
  }
  line('heap over the empty app', 'MB', ours.heap, { atMost: 15 })
  line('nodes in the list', '', ours.nodes, { atMost: 1000 })

  const against = (name: string, base: string, figures: [ours: number[], base: number[]], most: number) => {
    line(name, 'ms', figures[0])
    line(`${name}: ${base}`, 'ms', figures[1])
    line(`${name}, times that`, 'x', inPairs(...figures), { atMost: most })
  }
  against('first text in the app', 'by hand', [ours.firstText, bare.firstText], atMost.firstText)
  against(
    'first text, cold load',
    'an empty page with the same scripts',
    [ours.coldText, ours.coldEmpty],
    atMost.coldText,
  )
  against(
    'longest load task',
    'reading 2,500 utterances in one go',
    [ours.longestTask, bare.reading],
    atMost.longestTask,
  )
  against('main thread while playing, a second', 'by hand', [ours.playing, bare.playing], atMost.playing)
  against('longest frame gap', 'an empty page', [ours.longestGap, empty.longestGap], atMost.longestGap)
  line('frames a second', '', ours.drawn)
  line('frames a second: an empty page', '', empty.drawn)
  line('frames a second, share of that', 'x', inPairs(ours.drawn, empty.drawn), { atLeast: LEAST_FRAMES })
  against('seek to the marked word', 'by hand', [ours.seek, bare.seek], atMost.seek)
  const p95 = ({ seek }: Figures) => [quantile(seek, 0.95)]
  against('seek to the marked word, p95', 'by hand', [p95(ours), p95(bare)], atMost.seek)
  against('jump to the end', 'by hand', [ours.toEnd, bare.toEnd], atMost.toEnd)
  against('search, cold', 'by hand', [ours.searchCold, bare.searchCold], atMost.searchCold)
  against('search, warm', 'by hand', [ours.searchWarm, bare.searchWarm], atMost.searchWarm)
  against('time to play at 20 Mbit/s', 'by hand', [ours.toPlay, bare.toPlay], atMost.toPlay)

  const least = hours === 10 ? 4 : hours === 4 ? 1 : undefined
  const ratio = (name: string, unit: TimeUnit, ofPeer: number[], ofOurs: number[], atLeast = least) => {
    if (ofPeer.length === 0) return
    line(`hyperaudio-lite, ${name}`, unit, ofPeer)
    const bar = atLeast === undefined ? undefined : { atLeast }
    line(`${name}, times better`, 'x', [median(ofPeer) / median(ofOurs)], bar)
  }
  ratio('first text', 'ms', peer.firstText, ours.firstText, hours === 1 ? 1.5 : least)
  ratio('main thread', 'ms/s', peer.playing, ours.playing)
  ratio('seek', 'ms', peer.seek, ours.seek)
  line('hyperaudio-lite, frames a second', '', peer.drawn)
  line('hyperaudio-lite, nodes', '', peer.nodes)
  line('hyperaudio-lite, heap', 'MB', peer.heap)
  return measures
}
