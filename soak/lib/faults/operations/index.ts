import type { Operation } from '../operation'
import { asrStreams } from './asr-streams'
import { edits } from './edits'
import { highlights } from './highlights'
import { liveMeetings } from './live-meetings'
import { projects } from './projects'
import { settings } from './settings'
import { signIn } from './sign-in'
import { archives, trainingEdits } from './training'
import { uploads } from './uploads'

/** What goes on while faults strike. A feature adds what its users do. */
export const operations: readonly Operation[] = [
  signIn,
  uploads,
  liveMeetings,
  asrStreams,
  edits,
  highlights,
  settings,
  trainingEdits,
  archives,
  projects,
]
