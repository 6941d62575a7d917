export { type LiveMeetingsModule, liveMeetingsModule } from './live-meetings.module'
