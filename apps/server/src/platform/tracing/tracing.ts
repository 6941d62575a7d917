/** A W3C `traceparent`: it travels with a job, a stream or a call, so that another process goes on with the same trace. */
export type TraceParent = string

/** Ids, names, counts and sizes. Never text of a transcript, a token or an address with one. */
export type SpanAttributes = Record<string, string | number | boolean | undefined>

export interface SpanStart {
  /** Of which it is a part: undefined is the span that the caller runs in, null begins a new trace. */
  parent?: TraceParent | null
  kind?: 'internal' | 'server' | 'consumer'
  attributes?: SpanAttributes
  /** Another trace that it goes on with. */
  link?: TraceParent
  /** When it began, by `performance.now()`; now unless said otherwise. */
  at?: number
}

export interface SpanEnd {
  /** By `performance.now()`. */
  at?: number
  /** What kind of failure ended it: never a message, which may hold an address or a word of a meeting. */
  fault?: string
}

/** What took a time. All of its times are of `performance.now()`. */
export interface TraceSpan {
  readonly traceparent: TraceParent | undefined
  set(attributes: SpanAttributes): void
  event(name: string, at?: number): void
  /** The first time counts. */
  end(how?: SpanEnd): void
}

/** Where the time goes, over all processes of the installation. Off, all of it does nothing. */
export interface Tracing {
  readonly isOn: boolean
  /** The span that the caller runs in. */
  readonly current: TraceSpan | undefined
  start(name: string, start?: SpanStart): TraceSpan
  /** The work, and what it awaits, runs in the span. */
  within<T>(span: TraceSpan, work: () => T): T
  /** A span as long as the work, which runs in it. */
  trace<T>(name: string, start: SpanStart, work: (span: TraceSpan) => Promise<T>): Promise<T>
  /** The database has answered the span that the caller runs in. */
  queried(ms: number): void
  /** Sends what is still to be sent, within a short time. */
  close(): Promise<void>
}

const noSpan: TraceSpan = {
  traceparent: undefined,
  set() {},
  event() {},
  end() {},
}

export const noTracing: Tracing = {
  isOn: false,
  current: undefined,
  start: () => noSpan,
  within: (_span, work) => work(),
  trace: (_name, _start, work) => work(noSpan),
  queried() {},
  close: async () => {},
}
