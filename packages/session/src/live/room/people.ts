import type { LiveRoom, Participant } from './live-room'

/** A person who is connected, with their voices; none for a listener. */
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

/** Whose words could be translated. */
export interface Attendee {
  readonly key: string
  readonly name: string
  readonly csi: number
  readonly isYou: boolean
}

/** With the CSI of this screen's own microphone. */
type RoomWithCsi = Room & { readonly csi: number }

/** Everyone with a microphone; you are among them before your first word. */
export function attendeesOf(room: RoomWithCsi): readonly Attendee[] {
  return peopleOf(room).flatMap(({ key, name, isYou, voices }) => {
    const csi = isYou ? room.csi : voices.at(-1)?.csi
    return csi === undefined ? [] : [{ key, name, csi, isYou }]
  })
}

/** The number by which one's own words can be translated: one's CSI, or for CSI 0 one that no one has. */
export function ownNumberOf(room: RoomWithCsi & Pick<LiveRoom, 'translations'>): number {
  if (room.csi > 0) return room.csi
  const taken = [...attendeesOf(room), ...room.translations].map(({ csi }) => csi)
  return 1 + Math.max(0, ...taken)
}
