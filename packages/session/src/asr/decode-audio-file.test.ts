import { expect, test } from 'vitest'
import { decodeAudioFile } from './decode-audio-file'

const file = (name: string, bytes: Uint8Array<ArrayBuffer> = new Uint8Array(4)) => new File([bytes], name)

test('ASR-10 a decoded file is mixed to mono and 16 bits', async () => {
  const channels = [Float32Array.from([0.5, 1, -1]), Float32Array.from([0.5, 0, -1])]
  const pcm = await decodeAudioFile(file('a.wav'), async () => ({
    length: 3,
    numberOfChannels: 2,
    getChannelData: index => channels[index]!,
  }))
  expect([...pcm]).toEqual([16_384, 16_384, -32_768])
})

test('ASR-10 a .pcm file is taken as it is, half a sample at its end is dropped', async () => {
  const bytes = new Uint8Array([1, 0, 255, 255, 7])
  const never = () => Promise.reject(new Error('not asked'))
  expect([...(await decodeAudioFile(file('raw.PCM', bytes), never))]).toEqual([1, -1])
})

test('ASR-10 what is no audio says so by name', async () => {
  const decoding = decodeAudioFile(file('notes.mp3'), async () => {
    throw new Error('EncodingError')
  })
  await expect(decoding).rejects.toMatchObject({
    reason: 'not_audio',
    message: expect.stringContaining('notes.mp3'),
  })
})
