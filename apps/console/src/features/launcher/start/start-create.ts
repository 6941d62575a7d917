import {
  defaultCustomPhrases,
  fillRoute,
  type Meeting,
  type MeetingCreateBody,
  routes,
  texts,
} from '@livetap/contract'
import type { LauncherValues } from '../form/launcher-form'
import { failingAs } from './failing-as'
import type { StartContext, StartResult } from './start-context'

/** Creates the meeting, teaches it the assistant's vocabulary, and opens it live. */
export async function createMeeting(
  values: LauncherValues,
  context: StartContext,
  more: Pick<MeetingCreateBody, 'conference' | 'title'> = {},
): Promise<StartResult> {
  const { calls, signal } = context
  const query = {
    client_region: values.client_region.trim(),
    // The region was chosen by hand, so the load balancer must not move the meeting elsewhere.
    skip_load_balancing: true,
    webex_site_id: values.webex_site_id.trim(),
    webex_site_name: values.webex_site_name.trim(),
  }
  const body = {
    start_at_utc: new Date(context.nowMs()).toISOString(),
    enable_ensemble: isEnabled(values.enable_ensemble),
    ...more,
  }
  // Of a meeting that someone else has named, the name stays.
  const title = more.conference ? '' : values.meeting_title.trim()
  context.onProgress({ text: texts.launcher.progressFetchingMeetingId })
  // Not broken off by Cancel: only its answer names the meeting that has to be ended again.
  const creating = calls.createMeeting(query, body)
  const abandon = () => void dropUnwanted(creating, context)
  const meeting = await failingAs('meeting', texts.launcher.failedMeetingFetch, signal, async () => {
    try {
      const created = await orAborted(creating, signal)
      await calls.setCustomPhrases(created.id, defaultCustomPhrases, signal)
      if (title) await calls.rename(created.id, title, signal).catch(() => context.onUntitled?.(title))
      signal.throwIfAborted()
      return created
    } catch (error) {
      abandon()
      throw error
    }
  })
  return { kind: 'open', path: fillRoute(routes.live, { meeting_id: meeting.id }), abandon }
}

/** A meeting that no one will enter must not go on running. */
async function dropUnwanted(creating: Promise<Meeting>, { calls, onDropped }: StartContext): Promise<void> {
  const created = await creating.catch(() => undefined)
  if (!created) return
  const isDropped = await calls.drop(created.id).then(
    () => true,
    () => false,
  )
  onDropped?.({ meetingId: created.id, isDropped })
}

function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Selects carry strings: "true" or not. */
export const isEnabled = (value: string): boolean => value === 'true'
