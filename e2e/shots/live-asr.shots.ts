import type { Page } from '@playwright/test'
import { unfold } from '../support/browser/unfold'
import { shots } from '../support/shots'
import { expect } from '../support/test'

/** Stands in for the gateway: the pictures show the same words every time. */
async function gateway(page: Page, act: (say: (message: object) => void) => void): Promise<void> {
  await page.routeWebSocket(/\/asr$/, socket => {
    let begun = false
    socket.onMessage(() => {
      if (begun) return
      begun = true
      act(message => socket.send(JSON.stringify(message)))
    })
  })
}

const said = [
  ['And so, my fellow Americans, ask not what your country can do for you.', 1],
  ['Ask what you can do for your country.', 1],
  [
    'He was not an ill-disposed young man, unless to be rather cold-hearted and rather selfish is to be ill-disposed.',
    2,
  ],
  ['The horizon seems extremely distant.', 3],
] as const

function result(transcript: string, index: number, isFinal: boolean, speaker: number): object {
  const words = [
    { word: transcript, start_time: { seconds: 4 * index + 1 }, end_time: { seconds: 4 * index + 4 } },
  ]
  return {
    result: {
      results: [
        {
          alternatives: [{ transcript, words }],
          is_final: isFinal,
          speaker_ids: [speaker],
          language_code: 'en-US',
          segment_id: `s${index}`,
        },
      ],
    },
    audio_received_millis: 4000 * index + 4600,
    settled_millis: 4000 * index + 4000,
  }
}

const speaking = (say: (message: object) => void) => {
  say({ audio_received_millis: 0, settled_millis: 0 })
  said.forEach(([text, speaker], index) => {
    say(result(text, index, true, speaker))
  })
  say(result('and mister John Dashwood had then leisure to consider', said.length, false, 2))
}

/** A microphone that hears nothing, where the machine has none. */
async function microphone(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    mediaDevices.getUserMedia = async () => new AudioContext().createMediaStreamDestination().stream
    const input = { kind: 'audioinput', deviceId: 'desk', label: 'Desk microphone', groupId: '' }
    mediaDevices.enumerateDevices = async () => [input as MediaDeviceInfo]
  })
}

/** The same words, and nothing of the sound is settled. */
const late = (say: (message: object) => void) => speaking(message => say({ ...message, settled_millis: 0 }))

async function open(page: Page, act = speaking): Promise<void> {
  await microphone(page)
  await gateway(page, act)
  await page.goto('/live_asr')
  await expect(page.getByTestId('interim')).toContainText('Dashwood')
  await expect(page.getByRole('button', { name: 'Dismiss' })).toHaveCount(0)
}

shots('live-asr-connecting', {
  go: async page => {
    await page.routeWebSocket(/\/asr$/, () => {})
    await page.goto('/live_asr')
    await expect(page.getByText('Connecting ASR Proxy...')).toBeVisible()
  },
})

shots('live-asr-speaking', {
  go: async page => {
    await open(page)
  },
})

shots('live-asr-engines', {
  again: true,
  go: async page => {
    await open(page)
    await unfold(page)
    await page.getByRole('button', { name: 'ML Engine: nutcracker' }).click()
    await expect(page.getByRole('menuitem', { name: /google/ })).toBeVisible()
  },
})

shots('live-asr-hints', {
  again: true,
  go: async page => {
    await open(page)
    await unfold(page)
    await page.getByRole('button', { name: 'Add Speech Hints' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox', { name: 'Phrases' }).fill('Livetap\nAda Lovelace\nGrace Hopper')
    await dialog.getByLabel('Name of entity 1').fill('people')
    await dialog.getByLabel('Examples of entity 1').fill('Eva, John Dashwood')
  },
})

shots('live-asr-failed', {
  go: async page => {
    await page.routeWebSocket(/\/asr$/, socket => {
      socket.send(
        JSON.stringify({ error: { code: 'engine_unavailable', description: 'The model folder is damaged' } }),
      )
      void socket.close({ code: 4503 })
    })
    await page.goto('/live_asr')
    await expect(page.getByRole('alert').first()).toBeVisible()
  },
})

shots('live-asr-last-words', {
  go: async page => {
    await open(page, late)
    await page.getByRole('button', { name: 'End Call' }).click()
    await expect(page.getByText('Waiting for the last words')).toBeVisible()
  },
})

shots('launcher-unsaved-text', {
  go: async page => {
    await open(page)
    await page.getByRole('button', { name: 'End Call' }).click()
    await expect(page.getByRole('region', { name: 'Unsaved text' })).toBeVisible()
  },
})
