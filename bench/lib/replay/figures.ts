/** Samples of every measure of a replay: ours, the bare page's or the peer's. */
export interface Figures {
  firstText: number[]
  coldText: number[]
  /** An empty page that loads the same scripts, without running them. */
  coldEmpty: number[]
  longestTask: number[]
  /** A piece of the transcript read in one go. */
  reading: number[]
  heap: number[]
  nodes: number[]
  playing: number[]
  drawn: number[]
  longestGap: number[]
  seek: number[]
  toEnd: number[]
  searchCold: number[]
  searchWarm: number[]
  toPlay: number[]
}

export const noFigures = (): Figures => ({
  firstText: [],
  coldText: [],
  coldEmpty: [],
  longestTask: [],
  reading: [],
  heap: [],
  nodes: [],
  playing: [],
  drawn: [],
  longestGap: [],
  seek: [],
  toEnd: [],
  searchCold: [],
  searchWarm: [],
  toPlay: [],
})
