export { type AccessModule, accessModule } from './access.module'
export {
  type AccessService,
  isWhole,
  sharedCutKey,
} from './access.service'
export { ACCESS_CHANGED, changeOf } from './access-watch'
export { actionsOf, mayAtAll, type Standing } from './policy'
export { hashOf } from './shares/shares.service'
export type { ShareRow, SharesStore } from './shares/shares.store'
export { type StandingFacts, standingOf, standings } from './standings.store'
export {
  firstVisible,
  notRestricted,
  ofVisibleLog,
  ofVisibleMeeting,
  sharedWith,
  type Viewer,
  visibleMeetings,
} from './visible-meetings.store'
