import type { LiveRoom, Participant } from './live-room'

/** Somebody who is connected, with their voices; none for a listener. */
export interface Person {
  readonly key: string
  readonly name: string
  readonly isYou: boolean
  readonly voices: readonly Participant[]
}

type Room = Pick<LiveRoom, 'connected' | 'ownKey' | 'participants'>

/** Everyone connected, you first; a service that does not say who is there has its voices shown instead. */
export function peopleOf({ connected, ownKey, participants }: Room): readonly Person[] {
  if (!connected)
    return participants.map(voice => ({ key: voice.key, name: voice.name, isYou: false, voices: [voice] }))
  const people = connected.map(({ key, name }) => {
    const voices = participants.filter(voice => voice.clientKey === key)
    return { key, name: voices.at(-1)?.name ?? name, isYou: key === ownKey, voices }
  })
  return people.sort((a, b) => Number(b.isYou) - Number(a.isYou))
}

/** How many others an end of the call would throw out. */
export const othersIn = (room: Room): number => peopleOf(room).filter(({ isYou }) => !isYou).length
