import { expect, type Page } from '@playwright/test'

/**
 * Every text the page has shown since its document was opened. A toast lasts seconds and a state may last for one
 * frame: on a busy or a very fast machine a look from outside comes too late for either.
 */
export async function watchTexts(page: Page): Promise<(text: string, timeout?: number) => Promise<void>> {
  await page.addInitScript(() => {
    const shown = new Set<string>()
    Object.assign(window, { shownTexts: shown })
    const note = (node: Node) => {
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      for (let at: Node | null = node.nodeType === Node.TEXT_NODE ? node : walker.nextNode(); at; ) {
        const text = at.parentElement?.textContent?.trim()
        if (text) shown.add(text)
        at = walker.nextNode()
      }
    }
    new MutationObserver(changes => {
      for (const { target, type, addedNodes } of changes)
        if (type === 'characterData') note(target)
        else for (const node of addedNodes) note(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return (text, timeout = 30_000) =>
    expect
      .poll(
        () =>
          page.evaluate(
            wanted => (window as unknown as { shownTexts: Set<string> }).shownTexts.has(wanted),
            text,
          ),
        { message: `"${text}" on the screen`, timeout },
      )
      .toBe(true)
}
