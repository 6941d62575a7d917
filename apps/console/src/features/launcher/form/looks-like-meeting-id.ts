/** An installation's own ids are long, without spaces, and end in the suffix of a region; others may be otherwise. */
export const looksLikeMeetingId = (typed: string): boolean => /^[\w-]{8,}_[a-z0-9-]+$/i.test(typed.trim())
