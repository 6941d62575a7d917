/** A wav of a quiet hum: real sound for the decoder, whatever the scripted engine says about it. */
export function humWav(seconds: number, channels = 1): Uint8Array {
  const rate = 16_000
  const frames = seconds * rate
  const wav = Buffer.alloc(44 + frames * channels * 2)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(wav.length - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(channels, 22)
  wav.writeUInt32LE(rate, 24)
  wav.writeUInt32LE(rate * channels * 2, 28)
  wav.writeUInt16LE(channels * 2, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(frames * channels * 2, 40)
  for (let at = 0; at < frames * channels; at++)
    wav.writeInt16LE(Math.round(2_000 * Math.sin(at / 9)), 44 + at * 2)
  return wav
}
