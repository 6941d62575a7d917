import {
  type Env,
  launcherActions,
  launcherModes,
  launcherPath,
  routes,
  screenActions,
  texts,
  type User,
} from '@livetap/contract'
import { may } from '../../shared/session/session-context'
import {
  accountEntry,
  apiEntry,
  isOffered,
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

function placesOf(env: Env, user: User): JumpPlace[] {
  const entries = [
    startEntry,
    ...meetingEntries,
    ...trainingEntries(env),
    ...operationsEntries(env),
    accountEntry,
    apiEntry,
  ]
  return [
    ...entries
      .filter(entry => isOffered(user, entry))
      .map(({ label, more = '', to }) => ({
        kind: 'Screen' as const,
        label: `${label} ${more}`.trim(),
        path: to,
      })),
    ...(may(user, screenActions.manuscriptCreate)
      ? [{ kind: 'Screen' as const, label: 'New manuscript project', path: routes.manuscriptCreate }]
      : []),
    { kind: 'Screen', label: 'Past meeting of local files', path: routes.pastLocal },
    ...launcherModes
      .filter(mode => may(user, launcherActions[mode]))
      .map(mode => ({
        kind: 'Mode' as const,
        label: texts.launcher.titles[mode],
        path: launcherPath(mode),
      })),
  ]
}

/** Screens and launcher modes of whose names each typed word begins a word, in any order. */
export function findPlaces(typed: string, env: Env, user: User): readonly JumpPlace[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  return placesOf(env, user)
    .filter(({ label }) => words.every(word => wordsOf(label).some(one => one.startsWith(word))))
    .slice(0, MAX_PLACES)
}

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
