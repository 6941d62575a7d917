import type {} from '../../platform/db/schema'

/** Migration 0221: the open streams of the ASR proxy, over all nodes. */
export interface AsrTables {
  asr_stream: {
    id: string
    user_id: string
    /** The client's own name of it, the same after a reconnect. */
    stream: string
    pod: string
  }
}

declare module '../../platform/db/schema' {
  interface DB extends AsrTables {}
}
