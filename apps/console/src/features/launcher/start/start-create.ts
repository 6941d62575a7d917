import { defaultCustomPhrases, fillRoute, routes, texts } from '@livetap/contract'
import type { LauncherValues } from '../form/launcher-form'
import { failingAs } from './failing-as'
import type { StartContext, StartResult } from './start-context'

/** Creates the meeting, teaches it the assistant's vocabulary, and opens it live. */
export async function createMeeting(values: LauncherValues, context: StartContext): Promise<StartResult> {
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
  }
  context.onProgress({ text: texts.launcher.progressFetchingMeetingId })
  const meeting = await failingAs('meeting', texts.launcher.failedMeetingFetch, signal, async () => {
    const created = await calls.createMeeting(query, body, signal)
    await calls.setCustomPhrases(created.id, defaultCustomPhrases, signal)
    return created
  })
  return { kind: 'open', path: fillRoute(routes.live, { meeting_id: meeting.id }) }
}

/** Selects carry strings: "true" or not. */
export const isEnabled = (value: string): boolean => value === 'true'
