import type { HotwordState } from '@livetap/session'
import type { ConnectionTone } from '../../shared/frame/connection-state'

export const connectionLabels: Record<HotwordState, string> = {
  idle: 'Not connected',
  connecting: 'Connecting',
  connected: 'Connected',
  unstable: 'Unstable',
  reconnecting: 'Reconnecting',
  failed: 'Disconnected',
  closed: 'Ended',
}

export const connectionTones: Record<HotwordState, ConnectionTone> = {
  idle: 'idle',
  connecting: 'busy',
  connected: 'live',
  unstable: 'busy',
  reconnecting: 'busy',
  failed: 'failed',
  closed: 'idle',
}
