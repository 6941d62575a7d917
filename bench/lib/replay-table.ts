import type { Figures } from './replay-figures'
import { type Measure, median, quantile } from './report'

/** The measures of one length with their bars; the budgets are for ten hours unless they name another. */
export function replayMeasures(hours: number, ours: Figures, peer: Figures): Measure[] {
  const measures: Measure[] = []
  const line = (name: string, unit: string, samples: number[], bar?: Measure['bar']) => {
    if (samples.length > 0) measures.push({ name: `${hours} h: ${name}`, unit, samples, ...(bar && { bar }) })
  }
  line('first text in the app', 'ms', ours.firstText, { atMost: hours === 1 ? 350 : 500 })
  line('first text, cold load', 'ms', ours.coldText, { atMost: 1000 })
  line('longest load task', 'ms', ours.longestTask, { atMost: 100 })
  line('heap over the empty app', 'MB', ours.heap, { atMost: 15 })
  line('nodes in the list', '', ours.nodes, { atMost: 1000 })
  line('main thread while playing', 'ms/s', ours.playing, { atMost: 15 })
  line('dropped frames', '', ours.dropped, { atMost: 0 })
  line('longest frame gap', 'ms', ours.longestGap, { atMost: 34 })
  line('seek to the marked word, p50', 'ms', ours.seek, { atMost: 25 })
  line('seek to the marked word, p95', 'ms', [quantile(ours.seek, 0.95)], { atMost: 50 })
  line('jump to the end', 'ms', ours.toEnd, { atMost: 20 })
  line('search, cold', 'ms', ours.searchCold, { atMost: 30 })
  line('search, warm', 'ms', ours.searchWarm, { atMost: 5 })
  line('time to play at 20 Mbit/s', 'ms', ours.toPlay, { atMost: 250 })

  const least = hours === 10 ? 4 : hours === 4 ? 1 : undefined
  const ratio = (name: string, unit: string, ofPeer: number[], ofOurs: number[], atLeast = least) => {
    if (ofPeer.length === 0) return
    line(`hyperaudio-lite, ${name}`, unit, ofPeer)
    const bar = atLeast === undefined ? undefined : { atLeast }
    line(`${name}, times better`, 'x', [median(ofPeer) / median(ofOurs)], bar)
  }
  ratio('first text', 'ms', peer.firstText, ours.firstText, hours === 1 ? 1.5 : least)
  ratio('main thread', 'ms/s', peer.playing, ours.playing)
  ratio('seek', 'ms', peer.seek, ours.seek)
  line('hyperaudio-lite, dropped frames', '', peer.dropped)
  line('hyperaudio-lite, nodes', '', peer.nodes)
  line('hyperaudio-lite, heap', 'MB', peer.heap)
  return measures
}
