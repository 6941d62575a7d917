import type { ErrorReason } from '../service-error'

/**
 * Work on what a user sent, done in a thread of its own: a name that both sides know it by, and the types of what goes in
 * and comes out. What goes in and out is copied between threads, so it is plain data.
 */
export interface ParserTask<Input, Part> {
  readonly name: string
  readonly types?: (input: Input) => Part
}

export const defineParserTask = <Input, Part>(name: string): ParserTask<Input, Part> => ({ name })

export interface TaskContext {
  /** Says what is being read (a name that can be shown), for the answer to an input that takes too much. */
  reading(what: string): void
}

/** Gives its result in parts; the next is made when the one before was taken. A ServiceError refuses the input. */
export type ParserTaskBody<Input, Part> = (input: Input, context: TaskContext) => AsyncIterable<Part>

export type ToParser = { type: 'job'; task: string; input: unknown } | { type: 'next' }

export type FromParser =
  | { type: 'ready' }
  | { type: 'part'; part: unknown }
  | { type: 'done' }
  | { type: 'refused'; reason: ErrorReason; message: string }
  | { type: 'failed'; message: string; stack: string | undefined }

export interface ParserThreadData {
  reading: SharedArrayBuffer
}
