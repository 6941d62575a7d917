import { expect, type Page } from '@playwright/test'

/** Opens a call; resolves when its microphone is heard. */
export async function connected(page: Page): Promise<void> {
  await page.goto('/live_asr')
  await expect(page.getByRole('status').filter({ hasText: /^Connected$/ })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByTestId('microphone')).toHaveAttribute('data-state', 'recording', { timeout: 30_000 })
}

/** From the next load on; what the browser's own microphone plays begins anew with every call. */
export async function silentMicrophone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream
  })
}
