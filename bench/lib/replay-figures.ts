/** Samples of every measure of a replay, ours or the peer's. */
export interface Figures {
  firstText: number[]
  coldText: number[]
  longestTask: number[]
  heap: number[]
  nodes: number[]
  playing: number[]
  dropped: number[]
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
  longestTask: [],
  heap: [],
  nodes: [],
  playing: [],
  dropped: [],
  longestGap: [],
  seek: [],
  toEnd: [],
  searchCold: [],
  searchWarm: [],
  toPlay: [],
})
