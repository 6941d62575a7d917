export { liveMeetingsRoutes } from './live-meetings.routes'
export { LiveMeetingsService } from './live-meetings.service'
