export { litAt } from '../cues/cue-index'
export { currentAt } from './cue-lookups'
export { longMeeting } from './long-meeting'
