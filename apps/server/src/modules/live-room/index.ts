export type { CallPlacement } from './call-placement'
export type { LiveStore } from './live.store'
export { type LiveRoomModule, liveRoomModule } from './live-room.module'
export { LiveRoomService } from './live-room.service'
export type { LiveRoomLimits } from './live-room-limits'

export type { LiveEventsStore } from './outbox/live-events.store'
