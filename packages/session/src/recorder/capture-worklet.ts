/**
 * Runs on the audio thread: hands the microphone's samples, mixed to mono, to the page in blocks. A module of its
 * own, because a worklet is loaded by address.
 */
declare abstract class AudioWorkletProcessor {
  readonly port: MessagePort
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void

const BLOCK_SAMPLES = 1024

class CaptureProcessor extends AudioWorkletProcessor {
  #block = new Float32Array(BLOCK_SAMPLES)
  #filled = 0

  process(inputs: Float32Array[][]): boolean {
    const channels = inputs[0] ?? []
    const length = channels[0]?.length ?? 0
    for (let at = 0; at < length; at += 1) {
      let sum = 0
      for (const channel of channels) sum += channel[at]!
      this.#block[this.#filled] = sum / channels.length
      this.#filled += 1
      if (this.#filled === BLOCK_SAMPLES) this.#send()
    }
    return true
  }

  #send(): void {
    const full = this.#block
    this.#block = new Float32Array(BLOCK_SAMPLES)
    this.#filled = 0
    this.port.postMessage(full, [full.buffer])
  }
}

registerProcessor('livetap-capture', CaptureProcessor)

export {}
