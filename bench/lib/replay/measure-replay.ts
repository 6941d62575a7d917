import type { BrowserContext } from '@playwright/test'
import { jumpAndSearchBare, openBare } from './bare'
import type { Figures } from './figures'
import { type MeasuredPage, measuredPage } from './measured-page'
import { options } from './options'
import { countNodes, jumpAndSearchOurs, openOurs, prepareColdEmpty, toastIsOver } from './ours'
import type { PageServer } from './page-server'
import { countPeerNodes, MAX_PEER_ROUNDS, openPeer } from './peer'
import { measurePlaying } from './playing'
import { measureToPlay } from './to-play'

export interface ReplayFigures {
  ours: Figures
  bare: Figures
  empty: Figures
  peer: Figures
}

interface MeasuredMeeting {
  id: string
  durationMs: number
  pages: PageServer
  /** The time to play does not depend on the length: measured of the shortest. */
  isShort: boolean
}

/** Ours and what it is measured beside, in turn: what else the machine does meets all alike. */
export async function measureReplay(
  context: BrowserContext,
  { id, durationMs, pages, isShort }: MeasuredMeeting,
): Promise<ReplayFigures> {
  const ours = await measuredPage(context, '[data-playing="current"]')
  const bare = await measuredPage(context, '[data-playing="current"]')
  const peer = await measuredPage(context, 'span.active')
  const empty = await measuredPage(context, '')
  await empty.page.goto(`${pages.origin}/empty`)
  await ours.page.bringToFront()
  await prepareColdEmpty(ours.page, id)
  for (let round = 0; round < options.rounds; round++) {
    await inFront(ours, one => openOurs(one, id))
    if (round === options.rounds - 1) await toastIsOver(ours.page)
    await inFront(bare, one => openBare(one, `${pages.origin}/bare`))
    if (options.hasPeer && round < MAX_PEER_ROUNDS)
      await inFront(peer, one => openPeer(one, `${pages.origin}/peer`))
  }
  ours.figures.nodes.push(await countNodes(ours.page))
  if (options.hasPeer) peer.figures.nodes.push(await countPeerNodes(peer))
  for (let round = 0; round < options.rounds; round++) {
    await inFront(ours, jumpAndSearchOurs)
    await inFront(bare, jumpAndSearchBare)
  }
  const played = [
    { ...ours, seekCount: options.seeks },
    { ...bare, seekCount: options.seeks },
    ...(options.hasPeer ? [{ ...peer, seekCount: options.peerSeeks }] : []),
  ]
  await measurePlaying(played, empty, durationMs)
  for (const { page } of [ours, bare, peer, empty]) await page.close()
  const figures = {
    ours: ours.figures,
    bare: bare.figures,
    peer: peer.figures,
    empty: empty.figures,
  }
  if (isShort) await measureToPlay(context, { ours: `/past/${id}`, bare: `${pages.origin}/bare` }, figures)
  return figures
}

async function inFront(one: MeasuredPage, measure: (one: MeasuredPage) => Promise<void>): Promise<void> {
  await one.page.bringToFront()
  await measure(one)
}
