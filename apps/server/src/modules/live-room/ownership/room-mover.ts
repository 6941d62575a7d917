import type { Log } from '../../../platform/log/log'
import type { NodesStore } from '../../nodes'
import type { NodeAddress } from '../live.store'
import type { Room } from '../room/room'
import type { RoomLeasesStore } from './room-leases.store'

export interface RoomMoverOptions {
  node: NodeAddress & { region: string }
  nodes: Pick<NodesStore, 'withPlace'>
  nodeSilentMs: number
  leases: Pick<RoomLeasesStore, 'handOver'>
  /** Says to the new owner that it shall open the room, before the first client asks for it. */
  announce: (to: NodeAddress, meetingId: string) => void
  log: Log
}

/** So many rooms are on their way at once. */
const AT_ONCE = 8

/** Gives the rooms of a node that stops or drains to others of its region that have room for them. */
export class RoomMover {
  constructor(private readonly options: RoomMoverOptions) {}

  /** `closed` is called for each room that is not open here any more; those that no node has a place for stay. */
  async move(rooms: readonly Room[], closed: (room: Room) => void): Promise<void> {
    const { node, nodes, nodeSilentMs } = this.options
    // A storage that takes nothing takes nothing on other nodes either: the sound would be in this process alone.
    const waiting = rooms.filter(room => !room.isEnding && !room.isFailing)
    if (waiting.length === 0) return
    const places = await nodes.withPlace(node, nodeSilentMs)
    const next = async (): Promise<void> => {
      for (let room = waiting.shift(); room; room = waiting.shift()) {
        const to = places.sort((a, b) => b.free - a.free).find(({ free }) => free > 0)
        if (!to) return
        if (room.isEnding) continue
        to.free -= 1
        await this.#handOver(room, to)
        closed(room)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  /** Where that fails the meeting has the owner that it had, and its clients open its room again. */
  async #handOver(room: Room, to: NodeAddress): Promise<void> {
    const { leases, announce, log } = this.options
    const { meetingId } = room
    const give = async () => {
      if (!(await leases.handOver(room.lease, to))) return
      announce(to, meetingId)
      log.info({ meeting: meetingId, to: to.id }, 'room handed over')
    }
    await room
      .handOver(give)
      .catch(error => log.warn({ meeting: meetingId, err: error }, 'handing a room over failed'))
  }
}
