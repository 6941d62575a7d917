import { loadConfig } from '../../../platform/config/config'
import { createLog } from '../../../platform/log/log'
import { createWorkerApp } from '../../../worker-app'
import { scriptedTools } from './scripted-tools'

/**
 * A worker process of its own that stops for good at one moment of each meeting it takes, and says so: its test then
 * kills it. HOLDS is JSON: meeting id to 'stage/moment'.
 */
const holds = new Map(Object.entries(JSON.parse(process.env.HOLDS ?? '{}') as Record<string, string>))

const app = await createWorkerApp(loadConfig(process.env, process.cwd()), createLog('warn'), {
  speech: scriptedTools(),
  nodeTimes: { heartbeatMs: 300, silentMs: 3_000 },
  watch: async ({ meetingId, stage, at }) => {
    if (holds.get(meetingId) !== `${stage}/${at}`) return
    process.send?.({ held: meetingId })
    await new Promise(() => undefined)
  },
})
await app.listen()
process.send?.({ ready: true })
