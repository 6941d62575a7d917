/** Power spectra of real frames of any one size, by a table of sines; the sizes here are small. */
export class PowerSpectrum {
  readonly bins: number
  private readonly cos: Float32Array
  private readonly sin: Float32Array

  constructor(readonly size: number) {
    this.bins = Math.floor(size / 2) + 1
    this.cos = new Float32Array(this.bins * size)
    this.sin = new Float32Array(this.bins * size)
    for (let bin = 0; bin < this.bins; bin++) {
      for (let i = 0; i < size; i++) {
        const angle = (2 * Math.PI * ((bin * i) % size)) / size
        this.cos[bin * size + i] = Math.cos(angle)
        this.sin[bin * size + i] = Math.sin(angle)
      }
    }
  }

  compute(frame: Float32Array, out: Float32Array): void {
    const { size, bins, cos, sin } = this
    for (let bin = 0; bin < bins; bin++) {
      let re = 0
      let im = 0
      const row = bin * size
      for (let i = 0; i < size; i++) {
        const value = frame[i]!
        re += value * cos[row + i]!
        im += value * sin[row + i]!
      }
      out[bin] = re * re + im * im
    }
  }
}
