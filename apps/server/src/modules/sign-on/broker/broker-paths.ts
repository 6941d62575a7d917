import { families } from '@livetap/contract'
import { accessToken, authorize, logout } from '@livetap/contract/calls/sign-on'

export const BROKER_PREFIX = families.authBroker

/** Below the prefix: the contract's own, and what only the provider and its page need. */
export const brokerPaths = {
  authorize: authorize.path,
  accessToken: accessToken.path,
  logout: logout.path,
  jwks: authorize.path.replace('authorize', 'jwks'),
  endSession: authorize.path.replace('authorize', 'end_session'),
  signIn: '/sign-in',
  signInStyle: '/sign-in.css',
} as const
