import { METER_FFT_SIZE, METER_SMOOTHING } from '@livetap/contract'

/** The level of a source from its smoothed spectrum: 0 is silence, 1 as loud as it gets. */
export class VolumeMeter {
  readonly analyser: AnalyserNode
  readonly #spectrum: Uint8Array<ArrayBuffer>

  constructor(context: BaseAudioContext) {
    this.analyser = context.createAnalyser()
    this.analyser.fftSize = METER_FFT_SIZE
    this.analyser.smoothingTimeConstant = METER_SMOOTHING
    this.#spectrum = new Uint8Array(this.analyser.frequencyBinCount)
  }

  level(): number {
    this.analyser.getByteFrequencyData(this.#spectrum)
    let sum = 0
    for (const bin of this.#spectrum) sum += bin
    return sum / (this.#spectrum.length * 255)
  }
}
