import type { AsrConnection } from '@livetap/session'
import type { ConnectionTone } from '../../shared/frame/connection-state'

export const connectionLabels: Record<AsrConnection, string> = {
  idle: 'Not connected',
  connecting: 'Connecting',
  connected: 'Connected',
  reconnecting: 'Reconnecting',
  standby: 'Standing by',
  failed: 'Disconnected',
  closed: 'Ended',
}

export const connectionTones: Record<AsrConnection, ConnectionTone> = {
  idle: 'idle',
  connecting: 'busy',
  connected: 'live',
  reconnecting: 'busy',
  standby: 'idle',
  failed: 'failed',
  closed: 'idle',
}
