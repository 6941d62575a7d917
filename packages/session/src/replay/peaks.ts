/** A waveform: a minimum and a maximum (-128 to 127) a step, alternating. */
export interface Peaks {
  readonly stepMs: number
  readonly values: Int8Array
}
