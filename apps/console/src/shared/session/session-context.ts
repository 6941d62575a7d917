import type { Action, Env, Family, OverviewAnswer, User } from '@livetap/contract'
import type { ApiClient, Overview, SignOn } from '@livetap/session'
import { createContext, useContext } from 'react'
import { useStore } from '../use-store'

/** What a signed-in screen uses; provided once the startup is done. */
export interface SessionValue {
  api: ApiClient
  env: Env
  user: User
  signOn: SignOn
  logout: () => void
  /** Opened just after the first paint. */
  overview: Overview | undefined
}

export const SessionContext = createContext<SessionValue | null>(null)

function useSessionValue(): SessionValue {
  const session = useContext(SessionContext)
  if (!session) throw new Error('this screen is outside the signed-in part of the console')
  return session
}

/** The client for every call: `useApi().call(endpoint, input, {signal})`. */
export const useApi = (): ApiClient => useSessionValue().api

/** The answer of GET /env. */
export const useEnv = (): Env => useSessionValue().env

/** Whether our own services answer a family: an upstream knows the documents' calls alone. */
export const useIsEmbedded = (family: Family): boolean =>
  !useSessionValue().env.forwarded_families.includes(family)

export const useUser = (): User => useSessionValue().user

/** Of a reader of a shared link, who is not signed in: none. */
export const useSignedInEmails = (): readonly string[] => useContext(SessionContext)?.user.emails ?? []

/** Whether a user may do this at all. Where a sign-on names no actions, as another's does not, everything is offered and decided when it is done. */
export const may = ({ actions }: User, action: Action | undefined): boolean =>
  action === undefined || actions === undefined || actions.includes(action)

const actsOnMeeting = /^(meeting|live|training)\./

/**
 * Whether a user may do this to a meeting. `granted` is what its record says; absent from a server that does not say.
 */
export const mayTo = (user: User, granted: readonly string[] | undefined, action: Action): boolean =>
  may(user, action) && (granted === undefined || !actsOnMeeting.test(action) || granted.includes(action))

/** Whether what does this is shown to the user. */
export const useMay = (action: Action | undefined): boolean => may(useUser(), action)

/** For sockets that authenticate with the bearer: read it at the moment of connecting, never keep it. */
export const useAccessToken = (): (() => string | null) => useSessionValue().signOn.accessToken

/** For uploads, whose requests do not go through the client: true means that a newer token is there. */
export const useRenewToken = (): ((rejected: string) => Promise<boolean>) => useSessionValue().signOn.renew

/** The counts that every screen shows, refreshed by themselves; undefined while there are none, and where the deployment or no one signed in has any. */
export const useOverview = (): OverviewAnswer | undefined => useStore(useContext(SessionContext)?.overview)
