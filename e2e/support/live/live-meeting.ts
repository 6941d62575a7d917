import type { MeetingCreateBody } from '@livetap/contract'
import { getEnv } from '@livetap/contract/calls/env'
import {
  createMeeting as createMeetingCall,
  dropMeeting,
  liveTranscript,
  setHotwordStatus,
} from '@livetap/contract/calls/live-meetings'
import { pathOf } from '@livetap/contract/wire/endpoint'
import { expect, type Page } from '@playwright/test'
import type { SignedInState } from '../sign-in'

export const bearerOf = (state: SignedInState): Record<string, string> => {
  const kept = state.origins.flatMap(({ localStorage }) => localStorage)
  const { token } = JSON.parse(kept.find(({ name }) => name === 'livetap.token')!.value)
  return { authorization: `Bearer ${token.access_token}` }
}

/** A running meeting, made by the call that the launcher makes. */
export async function createMeeting(
  origin: string,
  state: SignedInState,
  { siteName, ...more }: Partial<MeetingCreateBody> & { siteName?: string } = {},
): Promise<string> {
  const env = (await (await fetch(origin + pathOf(getEnv))).json()) as { default_client_region: string }
  const query = {
    client_region: env.default_client_region,
    webex_site_name: siteName,
  }
  const answer = await fetch(origin + pathOf(createMeetingCall, {}, query), {
    method: 'POST',
    headers: { ...bearerOf(state), 'content-type': 'application/json' },
    body: JSON.stringify({ start_at_utc: new Date().toISOString(), enable_ensemble: true, ...more }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}

export async function endMeeting(origin: string, state: SignedInState, meetingId: string): Promise<void> {
  const headers = bearerOf(state)
  const ended = await fetch(origin + pathOf(dropMeeting, { id: meetingId }), { method: 'POST', headers })
  expect(ended.status).toBe(200)
}

export async function setRecording(
  origin: string,
  state: SignedInState,
  meetingId: string,
  recording: boolean,
): Promise<void> {
  const answer = await fetch(origin + pathOf(setHotwordStatus, { id: meetingId }), {
    method: setHotwordStatus.method,
    headers: { ...bearerOf(state), 'content-type': 'application/json' },
    body: JSON.stringify({ recording }),
  })
  expect(answer.status).toBe(200)
}

export const rows = (page: Page) => page.getByTestId('live-row')

/** The last part of an address that opens no microphone. */
export const watching = 'do_not_record_audio'

export const connection = (page: Page, label: string) =>
  page.getByRole('status').filter({ hasText: new RegExp(`^${label}$`) })

/** Opens a meeting and waits until it is in it. */
export async function enter(page: Page, meetingId: string, recordAudio = ''): Promise<void> {
  await page.goto(`/live/${meetingId}${recordAudio && `/${recordAudio}`}`)
  await expect(connection(page, 'Connected')).toBeVisible({ timeout: 60_000 })
  if (!recordAudio)
    await expect(page.getByTestId('microphone')).toHaveAttribute('data-state', 'recording', {
      timeout: 30_000,
    })
}

/** Counts the sockets to the hotword service. */
export function hotwordSockets(page: Page): string[] {
  const urls: string[] = []
  page.on('websocket', socket => {
    if (socket.url().includes('/hotword')) urls.push(socket.url())
  })
  return urls
}

/** The texts that the service has as final, asked of it directly. */
export async function finalsOf(origin: string, state: SignedInState, meetingId: string): Promise<string[]> {
  const answer = await fetch(origin + pathOf(liveTranscript, { id: meetingId }), {
    headers: bearerOf(state),
  })
  return liveTranscript.answer.parse(await answer.json()).results.map(({ transcript }) => transcript.text)
}

/** The stretches of which nothing is kept, asked of the service directly. */
export async function offTheRecordOf(origin: string, state: SignedInState, meetingId: string) {
  const answer = await fetch(origin + pathOf(liveTranscript, { id: meetingId }), {
    headers: bearerOf(state),
  })
  return liveTranscript.answer.parse(await answer.json()).off_the_record
}

/** A page that asks for nothing it missed: its sockets lose the cursor. */
export async function withoutReplay(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        const address = new URL(url)
        address.searchParams.delete('after')
        super(address, protocols)
      }
    }
  })
}
