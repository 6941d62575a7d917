/**
 * Begins the work on the next items before the one before is done, and answers in their order. `begin` is called in
 * order too, one after the other as far as its first wait goes.
 */
export async function* inOrder<Item, Result>(
  items: AsyncIterable<Item>,
  ahead: number,
  begin: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const waiting: Promise<Result>[] = []
  const start = (item: Item) => {
    const result = begin(item)
    // Awaited in its turn; until then a failure must not count as unhandled.
    result.catch(() => undefined)
    waiting.push(result)
  }
  try {
    for await (const item of items) {
      start(item)
      if (waiting.length > ahead) yield await waiting.shift()!
    }
    while (waiting.length > 0) yield await waiting.shift()!
  } finally {
    await Promise.allSettled(waiting)
  }
}
