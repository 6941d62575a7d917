export { liveMeetingsModule } from './live-meetings.module'
