/** The past meeting of the shipped build at 1, 4 and 10 hours, beside hyperaudio-lite with the same data. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { longMeeting } from '@livetap/transcript/testing'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { browserOptions } from '../e2e/support/chromium'
import { seed } from '../e2e/support/past-meetings'
import { TestServer } from '../e2e/support/server'
import { newSignedInState } from '../e2e/support/sign-in'
import { servePeer } from './lib/hyperaudio-page'
import { beforePage, frames, heapMb, mainThreadMs, seeks } from './lib/page-meters'
import { isToy, type Measure, median, quantile, report } from './lib/report'

const lengths = isToy
  ? [{ hours: 1, utterances: 300 }]
  : [
      { hours: 1, utterances: 900 },
      { hours: 4, utterances: 3600 },
      { hours: 10, utterances: 10_000 },
    ]
const ROUNDS = isToy ? 1 : 5
const PLAY_S = isToy ? 2 : 8
const SEEKS = isToy ? 3 : 25
const MBIT_20 = (20 * 1e6) / 8

interface Figures {
  firstText: number[]
  coldText: number[]
  longestTask: number[]
  heap: number[]
  nodes: number[]
  playing: number[]
  dropped: number[]
  longestGap: number[]
  seek: number[]
  toEnd: number[]
  searchCold: number[]
  searchWarm: number[]
  toPlay: number[]
}

const none = (): Figures => ({
  firstText: [],
  coldText: [],
  longestTask: [],
  heap: [],
  nodes: [],
  playing: [],
  dropped: [],
  longestGap: [],
  seek: [],
  toEnd: [],
  searchCold: [],
  searchWarm: [],
  toPlay: [],
})

const folder = mkdtempSync(join(tmpdir(), 'livetap-replay-'))

/** Quiet noise: as long as the meeting, and quickly made. */
function makeAudio(seconds: number): string {
  const path = join(folder, `${seconds}.flac`)
  const source = `anoisesrc=r=16000:a=0.01:c=brown:d=${Math.min(seconds, 60)}`
  const loop = ['-stream_loop', String(Math.max(0, Math.ceil(seconds / 60) - 1))]
  const piece = join(folder, 'piece.wav')
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, piece])
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...loop,
    '-i',
    piece,
    '-t',
    String(seconds),
    '-c:a',
    'flac',
    path,
  ])
  return path
}

function makePeaks(durationMs: number) {
  const step = 100
  const peaks = Array.from({ length: Math.ceil(durationMs / step) * 2 }, (_, i) =>
    Math.round(Math.sin(i / 37) * (i % 2 ? 60 : -60)),
  )
  return { duration_millis: durationMs, step_millis: step, peaks }
}

const server = await TestServer.start()
const browser = await chromium.launch({
  ...browserOptions.launchOptions,
  args: [...browserOptions.launchOptions.args, '--autoplay-policy=no-user-gesture-required'],
})

/** Inside the running app: from the navigation to the first row's text, drawn. */
function openInApp(page: Page, id: string): Promise<number> {
  return page.evaluate(async path => {
    const began = performance.now()
    history.pushState({}, '', path)
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
    while (!document.querySelector('li[data-row] p')?.textContent) await new Promise(requestAnimationFrame)
    await new Promise(resolve => setTimeout(resolve))
    return performance.now() - began
  }, `/past/${id}`)
}

async function toLauncher(page: Page): Promise<void> {
  await page.evaluate(() => {
    history.pushState({}, '', '/')
    dispatchEvent(new PopStateEvent('popstate', { state: {} }))
  })
  await page.locator('main[data-screen="launcher"]').waitFor()
}

const isReady = (page: Page) =>
  page.locator('button[aria-label="Play"]:not([disabled])').waitFor({ timeout: 60_000 })
const isWhole = (page: Page) =>
  page
    .getByRole('tab', { name: /Words: \d+.*/ })
    .first()
    .waitFor({ timeout: 60_000 })

async function measureOurs(
  context: BrowserContext,
  id: string,
  durationMs: number,
  figures: Figures,
): Promise<void> {
  const page = await context.newPage()
  const cdp = await context.newCDPSession(page)
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
  for (let round = 0; round < ROUNDS; round++) {
    await page.goto('about:blank')
    await page.goto(`/past/${id}`, { waitUntil: 'commit' })
    figures.coldText.push(
      await page.evaluate(async () => {
        while (!document.querySelector('li[data-row] p')?.textContent)
          await new Promise(requestAnimationFrame)
        return performance.now()
      }),
    )
    await isReady(page)
    await toLauncher(page)
    await page.waitForTimeout(300)
    await page.evaluate(() => (window as unknown as { tasks: number[] }).tasks.splice(0))
    const empty = await heapMb(cdp)
    figures.firstText.push(await openInApp(page, id))
    await isReady(page)
    await isWhole(page)
    await page.waitForTimeout(500)
    figures.longestTask.push(
      await page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks)),
    )
    figures.heap.push((await heapMb(cdp)) - empty)
  }
  figures.nodes.push(
    await page.evaluate(() => document.querySelectorAll('[data-testid=transcript-list] *').length),
  )
  // The toast about the video, 5 s after the opening, is no part of playing.
  const toast = page.getByText('Video was not found')
  await toast.waitFor({ timeout: 30_000 })
  await toast.waitFor({ state: 'hidden', timeout: 30_000 })
  await measurePlaying(page, cdp, durationMs, '[data-playing="current"]', figures)
  for (let round = 0; round < ROUNDS; round++) {
    figures.toEnd.push(await keyToRow(page))
    const [cold, warm] = await searching(page)
    figures.searchCold.push(cold)
    figures.searchWarm.push(warm)
  }
  await page.close()
}

async function measurePlaying(
  page: Page,
  cdp: CDPSession,
  durationMs: number,
  marked: string,
  figures: Figures,
) {
  await page.mouse.move(5, 5)
  await page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.play())
  await page.waitForTimeout(1500)
  for (let round = 0; round < ROUNDS; round++) figures.playing.push(await mainThreadMs(page, cdp, PLAY_S))
  const { dropped, longestMs } = await frames(page, PLAY_S)
  figures.dropped.push(dropped)
  figures.longestGap.push(longestMs)
  await page.evaluate(() => (window as unknown as { probe: HTMLMediaElement }).probe.pause())
  const spread = Array.from({ length: SEEKS }, (_, i) => {
    const utterance = Math.floor((((i * 0.618) % 1) * durationMs) / 3600)
    return utterance * 3600 + 1300
  })
  figures.seek.push(...(await seeks(page, spread, marked)))
}

/** From the End key to the last row on screen. */
async function keyToRow(page: Page): Promise<number> {
  await page.evaluate(() => {
    ;(window as unknown as { probe: HTMLMediaElement }).probe.currentTime = 1
  })
  await page.locator('[data-row="0"]').waitFor()
  return await page.evaluate(async () => {
    const list = document.querySelector('[data-testid=transcript-list]')!
    const began = performance.now()
    list.scrollTop = list.scrollHeight
    for (;;) {
      await new Promise(requestAnimationFrame)
      const last = document.querySelector('li[data-row]:last-child')?.getBoundingClientRect()
      const view = list.getBoundingClientRect()
      if (last && last.bottom <= view.bottom + 2 && last.top < view.bottom) break
    }
    return performance.now() - began
  })
}

/** The work of a first letter (with the index) and of another one, without the frame they wait for. */
async function searching(page: Page): Promise<[number, number]> {
  return await page.evaluate(async () => {
    const input = document.querySelector<HTMLInputElement>('[data-search]')!
    const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!
    const type = async (text: string) => {
      const began = performance.now()
      set.call(input, text)
      input.dispatchEvent(new Event('input', { bubbles: true }))
      const took = performance.now() - began
      await new Promise(requestAnimationFrame)
      await new Promise(resolve => setTimeout(resolve, 50))
      return took
    }
    await type('')
    const cold = await type('question')
    const warm = await type('questions')
    await type('')
    return [cold, warm] as [number, number]
  })
}

/** A line of 20 Mbit/s, from the click to sound. */
async function measureToPlay(context: BrowserContext, id: string): Promise<number[]> {
  const took: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 20,
      downloadThroughput: MBIT_20,
      uploadThroughput: MBIT_20,
    })
    await page.goto(`/past/${id}`)
    await isReady(page)
    took.push(
      await page.evaluate(async () => {
        const { probe } = window as unknown as { probe: HTMLMediaElement }
        const began = performance.now()
        document.querySelector<HTMLButtonElement>('button[aria-label="Play"]')!.click()
        while (!(probe.currentTime > 0)) await new Promise(resolve => setTimeout(resolve, 1))
        return performance.now() - began
      }),
    )
    await page.close()
  }
  return took
}

async function ownScriptKb(context: BrowserContext, id: string): Promise<number> {
  const page = await context.newPage()
  await page.goto('/')
  await page.getByRole('button', { name: 'START!' }).waitFor()
  await page.waitForLoadState('networkidle')
  const scripts = new Map<string, number>()
  page.on('response', async response => {
    if (response.request().resourceType() === 'script')
      scripts.set(response.url(), gzipSync(await response.body()).length)
  })
  await openInApp(page, id)
  await isReady(page)
  await page.close()
  return [...scripts.values()].reduce((sum, size) => sum + size, 0) / 1024
}

async function measurePeer(
  hours: number,
  utterances: number,
  audio: string,
  figures: Figures,
): Promise<void> {
  const peer = await servePeer(longMeeting(utterances), audio)
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addInitScript(beforePage)
  try {
    const page = await context.newPage()
    const cdp = await context.newCDPSession(page)
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    for (let round = 0; round < Math.min(ROUNDS, 3); round++) {
      await page.goto(peer.url)
      const empty = await heapMb(cdp)
      figures.firstText.push(
        await page.evaluate(() => (window as unknown as { build: () => Promise<number> }).build()),
      )
      await page.waitForTimeout(300)
      figures.heap.push((await heapMb(cdp)) - empty)
    }
    figures.nodes.push(await page.evaluate(() => document.querySelectorAll('#hypertranscript *').length))
    await measurePlaying(page, cdp, Math.min(utterances * 3600, hours * 3_600_000), 'span.active', figures)
  } finally {
    await context.close()
    await peer.close()
  }
}

try {
  const storageState = await newSignedInState(browser, server.origin)
  const measures: Measure[] = []
  const line = (name: string, unit: string, samples: number[], bar?: Measure['bar']) =>
    measures.push({ name, unit, samples, ...(bar && { bar }) })
  for (const { hours, utterances } of lengths) {
    const durationMs = utterances * 3600
    const id = `long-${hours}`
    const audio = makeAudio(Math.ceil(durationMs / 1000))
    await seed(server, [
      {
        id,
        title: `${hours} h`,
        durationMs,
        utterances: longMeeting(utterances),
        audio,
        peaks: makePeaks(durationMs),
      },
    ])
    const context = await browser.newContext({
      baseURL: server.origin,
      storageState,
      viewport: { width: 1440, height: 900 },
    })
    await context.addInitScript(beforePage)
    const ours = none()
    await measureOurs(context, id, durationMs, ours)
    if (hours === 1) ours.toPlay.push(...(await measureToPlay(context, id)))
    const peer = none()
    await measurePeer(hours, utterances, audio, peer)
    const at = (name: string) => `${hours} h: ${name}`
    const isLong = hours === 10
    line(at('first text in the app'), 'ms', ours.firstText, {
      atMost: isLong ? 500 : hours === 1 ? 350 : 500,
    })
    line(at('first text, cold load'), 'ms', ours.coldText, { atMost: 1000 })
    line(at('longest load task'), 'ms', ours.longestTask, { atMost: 100 })
    line(at('heap over the empty app'), 'MB', ours.heap, { atMost: 15 })
    line(at('nodes in the list'), '', ours.nodes, { atMost: 1000 })
    line(at('main thread while playing'), 'ms/s', ours.playing, { atMost: 15 })
    line(at('dropped frames'), '', ours.dropped, { atMost: 0 })
    line(at('longest frame gap'), 'ms', ours.longestGap, { atMost: 34 })
    line(at('seek to the marked word, p50'), 'ms', ours.seek, { atMost: 25 })
    line(at('seek to the marked word, p95'), 'ms', [quantile(ours.seek, 0.95)], { atMost: 50 })
    line(at('jump to the end'), 'ms', ours.toEnd, { atMost: 20 })
    line(at('search, cold'), 'ms', ours.searchCold, { atMost: 30 })
    line(at('search, warm'), 'ms', ours.searchWarm, { atMost: 5 })
    if (ours.toPlay.length > 0) line(at('time to play at 20 Mbit/s'), 'ms', ours.toPlay, { atMost: 250 })
    const least = isLong ? 4 : hours === 4 ? 1 : undefined
    const ratio = (name: string, ofPeer: number[], ofOurs: number[]) => {
      line(at(`hyperaudio-lite, ${name}`), '', ofPeer)
      const bar = least === undefined ? undefined : { atLeast: least }
      line(at(`${name}, times better`), 'x', [median(ofPeer) / median(ofOurs)], bar)
    }
    ratio('first text', peer.firstText, ours.firstText)
    ratio('main thread', peer.playing, ours.playing)
    ratio('seek', peer.seek, ours.seek)
    line(at('hyperaudio-lite, nodes'), '', peer.nodes)
    line(at('hyperaudio-lite, heap'), 'MB', peer.heap)
    if (hours === 1)
      line("this screen's own JavaScript, gzip", 'kB', [await ownScriptKb(context, id)], { atMost: 100 })
    await context.close()
  }
  report('replay', measures)
} finally {
  await browser.close()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
}
