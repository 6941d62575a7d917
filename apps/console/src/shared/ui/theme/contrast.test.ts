import { describe, expect, test } from 'vitest'
import { accent, dark, gray, green, red, yellow } from './colors'

function luminance(hex: string): number {
  const channels = [1, 3, 5].map(at => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
  const [r, g, b] = channels.map(c => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

function contrast(one: string, other: string): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (high! + 0.05) / (low! + 0.05)
}

const white = '#ffffff'
const pairs: [string, string, string][] = [
  ['light text', gray[9], white],
  ['light text on sunken', gray[9], gray[1]],
  ['light dimmed', gray[6], white],
  ['light dimmed on sunken', gray[6], gray[1]],
  ['light accent text', accent[6], white],
  ['light accent text on its tint', accent[7], accent[0]],
  ['light error text', red[6], white],
  ['light warning text', yellow[6], white],
  ['light done text', green[6], white],
  ['dark text', dark[0], dark[7]],
  ['dark text on control', dark[0], dark[6]],
  ['dark dimmed', dark[2], dark[7]],
  ['dark dimmed on control', dark[2], dark[6]],
  ['dark accent text', accent[4], dark[7]],
  ['dark error text', red[4], dark[7]],
  ['dark warning text', yellow[4], dark[7]],
  ['dark done text', green[4], dark[7]],
  ['button', white, accent[6]],
  ['button hover', white, accent[7]],
  ['destructive button', white, red[6]],
  ['done button', white, green[6]],
  ['warning button', white, yellow[6]],
]

describe('contrast of the tokens', () => {
  test.each(pairs)('%s is at least 4.5:1', (_, text, ground) => {
    expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
  })
})
