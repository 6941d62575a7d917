import { z } from 'zod'

/** Text that every part can keep: PostgreSQL takes no NUL, UTF-8 has no half of a surrogate pair. */
export const isPlainText = (value: string): boolean => !/\0|\p{Surrogate}/u.test(value)

export const PLAIN_TEXT_RULE = 'must hold neither NUL nor half of a surrogate pair'

/** What a user sends as text; every such text has a greatest length. */
export const text = (max = 1_000) => z.string().max(max).refine(isPlainText, PLAIN_TEXT_RULE)
