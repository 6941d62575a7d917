import { setTimeout as sleep } from 'node:timers/promises'
import { dropMeeting } from '@livetap/contract/calls/live-meetings'
import { LiveSide } from '../load/live-side'
import type { Measure } from '../report'
import type { SearchInstallation } from './installation'

const WITHIN_MS = 2_000
const LOOK_EVERY_MS = 100

/** Every final of running meetings is looked for from the moment at which a client has it. */
export async function liveFinals(
  installation: SearchInstallation,
  { meetings, seconds }: { meetings: number; seconds: number },
): Promise<Measure[]> {
  const api = installation.api('operator')
  const live = new LiveSide(api, `http://127.0.0.1:${installation.app.config.port}`)
  const ids = await live.meetings(meetings)
  const delays: number[] = []
  let late = 0
  const looking = new Set<Promise<void>>()
  try {
    const sockets = await live.join(ids, meetings)
    for (const [at, socket] of sockets.entries()) {
      const meeting = ids[at]!
      let finals = 0
      socket.on('message', data => {
        if (JSON.parse(data.toString()).type !== 'transcript_final_result') return
        finals += 1
        const look = lookFor(meeting, finals)
        looking.add(look)
        void look.finally(() => looking.delete(look))
      })
    }
    const stop = live.speak(sockets)
    await sleep(seconds * 1000)
    stop()
    await sleep(WITHIN_MS)
    await Promise.all(looking)
    await live.leave(sockets)
  } finally {
    await live.close()
    for (const id of ids) {
      await api.send(dropMeeting, { params: { id } })
      await installation.app.meetings.service.delete(id, 'bench')
    }
  }
  return [
    { name: 'live finals', unit: '', samples: [delays.length + late], bar: { atLeast: meetings } },
    {
      name: `live finals not found within ${WITHIN_MS / 1000} s`,
      unit: '',
      samples: [late],
      bar: { atMost: 0 },
    },
    { name: 'from a live final to its being found', unit: 'ms', samples: delays },
  ]

  async function lookFor(meeting: string, count: number): Promise<void> {
    const began = performance.now()
    for (;;) {
      const { moments } = await installation.find({ q: 'zebras "second release"', meeting, limit: 100 })
      const ms = performance.now() - began
      if (moments.length >= Math.min(count, 100)) {
        delays.push(ms)
        return
      }
      if (ms > WITHIN_MS) {
        late += 1
        return
      }
      await sleep(LOOK_EVERY_MS)
    }
  }
}
