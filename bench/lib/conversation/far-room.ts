import { SAMPLE_RATE_HZ } from '@livetap/audio'
import type { Echoes, Room } from './room'

/** One microphone in a shoebox of a room, and people up to four metres from it. */
export interface FarRoom extends Room {
  size: Vector
  microphone: Vector
}

/** In metres. */
type Vector = [x: number, y: number, z: number]

const soundSpeed = 343
const [nearest, farthest] = [0.5, 4]
/** Reflections that are placed one by one; what comes later is dense enough for noise. */
const imageOrder = 2
const tailFromSeconds = 0.02
const tailPulsesPerSecond = 2_000
/** A voice is so much louder or quieter than another one, beside what the distance does. */
const voiceLevelDb = 6

const apart = (a: Vector, b: Vector) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])

/** From a small office to a hall for meetings, with more or less in it. */
export function farRoomOf(next: () => number): FarRoom {
  const size: Vector = [3.5 + 5 * next(), 3 + 4 * next(), 2.4 + 0.9 * next()]
  const microphone: Vector = [size[0] * (0.3 + 0.4 * next()), size[1] * (0.3 + 0.4 * next()), 0.8]
  return {
    size,
    microphone,
    decaySeconds: 0.25 + 0.4 * next(),
    noiseDb: 20 + 12 * next(),
    rumble: 0.6 + 0.38 * next(),
  }
}

/** A place at a distance that is drawn, inside the walls: where the room is too small for it, nearer. */
function placeIn({ size, microphone }: FarRoom, next: () => number): Vector {
  const wanted = nearest + (farthest - nearest) * next()
  const height = 1.1 + 0.5 * next()
  const angle = 2 * Math.PI * next()
  for (let distance = wanted; ; distance *= 0.9) {
    const place: Vector = [
      microphone[0] + distance * Math.cos(angle),
      microphone[1] + distance * Math.sin(angle),
      height,
    ]
    const isInside = place.every((value, axis) => value > 0.2 && value < size[axis]! - 0.2)
    if (isInside || distance < 0.1) return place
  }
}

/** A place's mirror images behind the walls along one axis: where they are, and how many walls lie between. */
const imagesAlong = (at: number, size: number) =>
  [-1, 0, 1].flatMap(n => [
    { at: at + 2 * n * size, walls: Math.abs(2 * n) },
    { at: 2 * n * size - at, walls: Math.abs(2 * n - 1) },
  ])

/** The share of the pressure that a wall gives back, by Eyring's formula. */
function reflection({ size: [x, y, z], decaySeconds }: FarRoom): number {
  const surface = 2 * (x * y + y * z + x * z)
  const absorbed = 1 - Math.exp((-0.161 * x * y * z) / (surface * decaySeconds))
  return Math.sqrt(1 - absorbed)
}

/** How loud the direct sound of one person is, and the echoes relative to it. */
export function farPlaceOf(room: FarRoom, next: () => number): { echoes: Echoes; gain: number } {
  const place = placeIn(room, next)
  const { size, microphone, decaySeconds } = room
  const distance = apart(place, microphone)
  const wall = reflection(room)
  const delays: number[] = []
  const gains: number[] = []
  const [xs, ys, zs] = place.map((at, axis) => imagesAlong(at, size[axis]!)) as [Images, Images, Images]
  for (const x of xs)
    for (const y of ys)
      for (const z of zs) {
        const walls = x.walls + y.walls + z.walls
        if (walls === 0 || walls > imageOrder) continue
        const path = apart([x.at, y.at, z.at], microphone)
        delays.push(Math.round(((path - distance) / soundSpeed) * SAMPLE_RATE_HZ))
        gains.push((wall ** walls * distance) / path)
      }
  // Direct and reverberant sound are equally loud at the critical distance.
  const critical = 0.057 * Math.sqrt((size[0] * size[1] * size[2]) / decaySeconds)
  const energy = (distance / critical) ** 2 * Math.exp((-13.8 * tailFromSeconds) / decaySeconds)
  const pulses = Math.round(tailPulsesPerSecond * decaySeconds * 0.7)
  const tail = Array.from({ length: pulses }, (_, i) => {
    const at = (i + next()) / tailPulsesPerSecond
    return { at, gain: (next() < 0.5 ? -1 : 1) * Math.exp((-6.9 * at) / decaySeconds) }
  })
  const scale = Math.sqrt(energy / tail.reduce((sum, { gain }) => sum + gain * gain, 0))
  for (const { at, gain } of tail) {
    delays.push(Math.round((at + tailFromSeconds) * SAMPLE_RATE_HZ))
    gains.push(gain * scale)
  }
  const level = 10 ** ((voiceLevelDb * (next() - 0.5)) / 20)
  return {
    echoes: { delays: Int32Array.from(delays), gains: Float32Array.from(gains) },
    gain: level / distance,
  }
}

type Images = ReturnType<typeof imagesAlong>
