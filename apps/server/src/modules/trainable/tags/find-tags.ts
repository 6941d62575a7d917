/** One tag in a text, and where it stands. */
export interface FoundTag {
  tag: string
  index: number
}

/**
 * The forms that vendors use: [noise], <unk>, {laugh}, #spk; closing ones ([/noise], </unk>, <breath/>) are tags of
 * their own. A tag begins with a letter, so that times ([00:01]), numbers (#4) and arrows are none.
 */
const TAG = new RegExp(
  [
    String.raw`\[\/?\p{L}[^[\]<>{}\n]{0,63}\]`,
    String.raw`<\/?\p{L}[^[\]<>{}\n]{0,63}>`,
    String.raw`\{\/?\p{L}[^[\]<>{}\n]{0,63}\}`,
    String.raw`(?<![\p{L}\p{N}&#/_-])#\p{L}[\p{L}\p{N}_-]{0,39}`,
  ].join('|'),
  'gu',
)

/** Most texts have none: to look for a beginning costs far less than to match. */
const BEGINNING = /[[<{#]/

export function* findTags(text: string): Generator<FoundTag> {
  if (!BEGINNING.test(text)) return
  for (const match of text.matchAll(TAG)) yield { tag: match[0], index: match.index }
}
