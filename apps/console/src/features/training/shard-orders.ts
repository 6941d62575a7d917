import type { ShardOrder } from '@livetap/contract'

/** As the server lists them without being asked for an order. */
export const madeOrder = { value: '', label: 'As made' }

export const shardOrders: readonly { value: ShardOrder; label: string }[] = [
  { value: 'meeting', label: 'Meeting’s time' },
  { value: 'shortest', label: 'Shortest first' },
  { value: 'least_certain', label: 'Least certain first' },
]
