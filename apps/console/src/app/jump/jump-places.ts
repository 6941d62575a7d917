import { type Env, launcherModes, launcherPath, routes, texts } from '@livetap/contract'
import {
  apiEntry,
  meetingEntries,
  operationsEntries,
  startEntry,
  trainingEntries,
} from '../rail/rail-entries'

export interface JumpPlace {
  kind: 'Screen' | 'Mode'
  label: string
  path: string
}

const MAX_PLACES = 8

function placesOf(env: Env): JumpPlace[] {
  const entries = [
    startEntry,
    ...meetingEntries,
    ...trainingEntries(env),
    ...operationsEntries(env),
    apiEntry,
  ]
  return [
    ...entries.map(({ label, more = '', to }) => ({
      kind: 'Screen' as const,
      label: `${label} ${more}`.trim(),
      path: to,
    })),
    { kind: 'Screen', label: 'New manuscript project', path: routes.manuscriptCreate },
    ...launcherModes.map(mode => ({
      kind: 'Mode' as const,
      label: texts.launcher.titles[mode],
      path: launcherPath(mode),
    })),
  ]
}

/** Screens and launcher modes of whose names each typed word begins a word, in any order. */
export function findPlaces(typed: string, env: Env): readonly JumpPlace[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return placesOf(env)
    .filter(({ label }) => words.every(word => wordsOf(label).some(one => one.startsWith(word))))
    .slice(0, MAX_PLACES)
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
