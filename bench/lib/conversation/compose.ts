import { floatToPcm, pcmToFloat, SAMPLE_RATE_HZ, SAMPLES_PER_MS } from '@livetap/audio'
import type { SpeakerTurn } from '@livetap/speech'
import { seeded } from '@livetap/speech/testing'
import { farPlaceOf, farRoomOf } from './far-room'
import { addInRoom, addNoise, echoesOf, roomOf } from './room'
import { writeScript } from './script'
import { type Person, talker } from './talker'

export interface Conversation {
  pcm: Int16Array
  /** As they were laid down, to the sample. */
  turns: SpeakerTurn[]
  overlap: number
}

const loudness = 0.06

/** People who never met, in one room, close to the microphone or up to four metres from it: the same for the same seed. */
export async function composeTalk(
  persons: readonly Person[],
  minutes: number,
  seed: number,
  isFar = false,
): Promise<Conversation> {
  const next = seeded(seed)
  const samples = Math.round(minutes * 60 * SAMPLE_RATE_HZ)
  const talkers = persons.map(person => talker(person, persons.length, minutes))
  const said = persons.map(() => 0)
  const agreed = persons.map(() => 0)
  const { lines, overlap } = await writeScript({
    persons: persons.length,
    samples,
    next,
    says: person => talkers[person]!.says(said[person]!++),
    agrees: person => talkers[person]!.agrees(agreed[person]!++),
  })
  const farRoom = isFar ? farRoomOf(next) : undefined
  const room = farRoom ?? roomOf(next)
  const places = persons.map(() =>
    farRoom
      ? farPlaceOf(farRoom, next)
      : { echoes: echoesOf(room, next), gain: 10 ** ((next() - 0.5) * 0.4) },
  )
  const sound = new Float32Array(samples)
  for (const { person, at, said } of lines) {
    const { echoes, gain } = places[person]!
    addInRoom(
      sound,
      pcmToFloat(said).map(value => value * gain),
      at,
      echoes,
    )
  }
  addNoise(sound, room, next)
  const power = Math.sqrt(sound.reduce((sum, value) => sum + value * value, 0) / samples)
  const turns = lines.map(({ person, at, said }) => ({
    speaker: String(person),
    startMs: at / SAMPLES_PER_MS,
    endMs: (at + said.length) / SAMPLES_PER_MS,
  }))
  return { pcm: floatToPcm(sound.map(value => (value * loudness) / power)), turns, overlap }
}
