import { SAMPLE_RATE_HZ } from '@livetap/audio'
import { loadRecording } from '@livetap/speech/testing'
import { createMeeting, enter, rows } from '../support/live/live-meeting'
import { expect, test } from '../support/live/speaking'
import { rows as pastRows } from '../support/past/past-test'

const firstFourSentences = 17.7 * SAMPLE_RATE_HZ

// Forty seconds are spoken, and an engine on a busy machine takes its time.
test.describe.configure({ timeout: 300_000 })

test('two people at one microphone have lines of their own while they speak, and are two speakers of the past meeting', async ({
  speak,
  server,
  signedInState,
}) => {
  const state = await signedInState()
  const meetingId = await createMeeting(server.origin, state, { enable_ensemble: false })
  const page = await speak([loadRecording('conversation')])
  await enter(page, meetingId)
  const shared = page.getByRole('switch', { name: 'Several people at this microphone' })
  await expect(shared).toBeChecked()
  // Said by its owner, every line waits for its speaker, however busy the machine is.
  await shared.click()
  await expect(shared).not.toBeChecked()
  await expect(shared).toBeEnabled()
  await shared.click()
  await expect(shared).toBeChecked()
  await expect(rows(page).filter({ hasText: 'in our old house' })).toHaveCount(1, { timeout: 180_000 })
  await expect(rows(page).filter({ hasText: /, voice 2/ })).not.toHaveCount(0)
  await expect(page.getByTestId('participant')).toContainText('2 voices')

  await page.getByRole('button', { name: 'End Call' }).click()
  await expect(page).toHaveURL(`/past/${encodeURIComponent(meetingId)}`, { timeout: 60_000 })
  const line = (text: string) => pastRows(page).filter({ hasText: text })
  await expect(async () => {
    await page.reload()
    await expect(line('I live in Texas')).toContainText(/, voice 2: [^:]*I live in Texas/)
    await expect(line('go back to visit')).toContainText(/@example\.org: [^:]*go back to visit/)
    await expect(line('in our old house')).toContainText(/, voice 2: [^:]*in our old house/)
  }).toPass({ timeout: 120_000 })
  await expect(page.getByRole('list', { name: 'Speakers' }).getByRole('listitem')).toHaveCount(2)
})

test('a user who is alone at their microphone says so, and is one speaker from then on', async ({
  speak,
  server,
  signedInState,
}) => {
  const meetingId = await createMeeting(server.origin, await signedInState(), { enable_ensemble: false })
  const page = await speak([loadRecording('conversation').slice(0, firstFourSentences)])
  await enter(page, meetingId)
  const shared = page.getByRole('switch', { name: 'Several people at this microphone' })
  await expect(shared).toBeChecked()
  await shared.focus()
  await page.keyboard.press('Space')
  await expect(shared).not.toBeChecked()
  await expect(shared).toBeEnabled()
  await expect(rows(page).filter({ hasText: 'stay inside' })).toHaveCount(1, { timeout: 180_000 })
  await expect(rows(page).filter({ hasText: /, voice/ })).toHaveCount(0)
  await page.reload()
  await expect(rows(page).filter({ hasText: 'stay inside' })).toHaveCount(1)
})
