import { SAMPLE_RATE_HZ } from '@livetap/audio'

/** Echoes that a microphone hears of one voice: places in samples, and how loud they are there. */
export interface Echoes {
  delays: Int32Array
  gains: Float32Array
}

export interface Room {
  /** Seconds until an echo is 60 dB quieter. */
  decaySeconds: number
  /** How far below the speech the noise lies. */
  noiseDb: number
  /** From 0, a hiss, to 1, a rumble. */
  rumble: number
}

const echoCount = 60
const shortestEcho = 40

export function roomOf(next: () => number): Room {
  return { decaySeconds: 0.12 + 0.45 * next(), noiseDb: 14 + 18 * next(), rumble: 0.6 + 0.38 * next() }
}

/** Where one voice is in the room: its own echoes, its own distance. */
export function echoesOf({ decaySeconds }: Room, next: () => number): Echoes {
  const directDb = 2 + 14 * next()
  const reach = Math.round(decaySeconds * 0.5 * SAMPLE_RATE_HZ)
  const delays = Int32Array.from({ length: echoCount }, () => Math.round(shortestEcho + next() * reach))
  const gains = Float32Array.from(delays, delay => {
    const sign = next() < 0.5 ? -1 : 1
    return sign * (0.3 + next()) * 10 ** ((-3 * delay) / (decaySeconds * SAMPLE_RATE_HZ))
  })
  const power = Math.sqrt(gains.reduce((sum, gain) => sum + gain * gain, 0))
  const scale = 10 ** (-directDb / 20) / power
  return { delays, gains: gains.map(gain => gain * scale) }
}

/** Adds what is said from one place of the room to the sound of the room. */
export function addInRoom(sound: Float32Array, said: Float32Array, at: number, { delays, gains }: Echoes) {
  const add = (delay: number, gain: number) => {
    const from = at + delay
    const length = Math.min(said.length, sound.length - from)
    for (let i = 0; i < length; i++) sound[from + i]! += gain * said[i]!
  }
  add(0, 1)
  delays.forEach((delay, index) => {
    add(delay, gains[index]!)
  })
}

/** The room itself, all through the recording. */
export function addNoise(sound: Float32Array, { noiseDb, rumble }: Room, next: () => number): void {
  let power = 0
  for (const value of sound) power += value * value
  const wanted = Math.sqrt(power / sound.length) * 10 ** (-noiseDb / 20)
  // White noise of that generator has a deviation of 1/√12; the filter keeps (1 − r)/(1 + r) of its power.
  const gain = wanted * Math.sqrt(12) * Math.sqrt((1 + rumble) / (1 - rumble))
  let value = 0
  for (let i = 0; i < sound.length; i++) {
    value = rumble * value + (1 - rumble) * (next() - 0.5)
    sound[i]! += gain * value
  }
}
