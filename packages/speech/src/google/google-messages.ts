import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { bytesField, concatBytes, intField, readFields } from '../onnx/proto'
import type { RecognitionOptions, RecognizedWord } from '../recognition'

const LINEAR16 = 1
/** Google's boost goes up to 20; 15 is what its guide calls a strong hint. */
const FULL_BOOST = 15

function floatField(number: number, value: number): Uint8Array {
  const out = new Uint8Array(5)
  out[0] = number * 8 + 5
  new DataView(out.buffer).setFloat32(1, value, true)
  return out
}

/** StreamingRecognizeRequest with the configuration: always the first of a stream. */
export function configMessage(options: RecognitionOptions): Uint8Array {
  const { hints } = options
  const phrases = hints ? [...hints.phrases, ...hints.entities.flatMap(({ entries }) => entries)] : []
  const context = [
    ...phrases.map(phrase => bytesField(1, phrase)),
    floatField(4, (hints?.weight ?? 0) * FULL_BOOST),
  ]
  const config = concatBytes([
    intField(1, LINEAR16),
    intField(2, SAMPLE_RATE_HZ),
    bytesField(3, options.languageCode === 'en-auto' ? 'en-US' : options.languageCode),
    ...(phrases.length && hints!.weight > 0 ? [bytesField(6, concatBytes(context))] : []),
    intField(8, options.wordTimes === false ? 0 : 1),
    intField(11, options.punctuation === false ? 0 : 1),
    intField(15, 1),
    ...(options.diarization ? [bytesField(19, intField(1, 1))] : []),
  ])
  const streaming = concatBytes([bytesField(1, config), intField(3, options.interims === false ? 0 : 1)])
  return bytesField(1, streaming)
}

export function audioMessage(pcm: Int16Array): Uint8Array {
  return bytesField(2, new Uint8Array(pcm.buffer, pcm.byteOffset, pcm.byteLength))
}

export interface GoogleWord extends RecognizedWord {
  speaker?: number
}

export interface GoogleResult {
  text: string
  confidence?: number
  words: GoogleWord[]
  isFinal: boolean
  endMs: number
  languageCode: string
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const float = (raw: Uint8Array) =>
  new DataView(raw.buffer, raw.byteOffset, raw.byteLength).getFloat32(raw.length - 4, true)

function duration(bytes: Uint8Array): number {
  let ms = 0
  for (const { number, value } of readFields(bytes)) ms += number === 1 ? value * 1000 : value / 1e6
  return ms
}

function word(bytes: Uint8Array): GoogleWord {
  const found: GoogleWord = { word: '', startMs: 0, endMs: 0 }
  for (const field of readFields(bytes)) {
    if (field.number === 1) found.startMs = duration(field.bytes)
    else if (field.number === 2) found.endMs = duration(field.bytes)
    else if (field.number === 3) found.word = text(field.bytes)
    else if (field.number === 4 && float(field.raw) > 0) found.confidence = float(field.raw)
    else if (field.number === 5 && field.value) found.speaker = field.value
  }
  return found
}

function result(bytes: Uint8Array): GoogleResult {
  const found: GoogleResult = { text: '', words: [], isFinal: false, endMs: 0, languageCode: '' }
  let alternatives = 0
  for (const field of readFields(bytes)) {
    if (field.number === 2) found.isFinal = field.value === 1
    else if (field.number === 4) found.endMs = duration(field.bytes)
    else if (field.number === 6) found.languageCode = text(field.bytes)
    else if (field.number === 1 && alternatives++ === 0) {
      for (const part of readFields(field.bytes)) {
        if (part.number === 1) found.text = text(part.bytes)
        else if (part.number === 2 && float(part.raw) > 0) found.confidence = float(part.raw)
        else if (part.number === 3) found.words.push(word(part.bytes))
      }
    }
  }
  return found
}

/** StreamingRecognizeResponse. */
export function readResponse(bytes: Uint8Array): { results: GoogleResult[]; error?: string } {
  const results: GoogleResult[] = []
  let error: string | undefined
  for (const field of readFields(bytes)) {
    if (field.number === 2) results.push(result(field.bytes))
    else if (field.number === 1) {
      for (const part of readFields(field.bytes)) if (part.number === 2) error = text(part.bytes)
    }
  }
  return { results, error }
}
