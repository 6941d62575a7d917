import type { BrowserContext } from '@playwright/test'

export interface Problems {
  found: string[]
}

/** Watches every page of a context for what must never happen. */
export async function watchContext(context: BrowserContext): Promise<Problems> {
  const problems: Problems = { found: [] }
  context.on('weberror', error => problems.found.push(`uncaught: ${error.error().stack ?? error.error()}`))
  await context.exposeBinding('reportCspViolation', (_, text: string) => problems.found.push(`CSP: ${text}`))
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event => {
      const report = (window as unknown as { reportCspViolation: (text: string) => void }).reportCspViolation
      report(
        `${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber} ${event.sample}`,
      )
    })
  })
  return problems
}

/** Before the context of a test closes: an answer that is changed on its way at that moment is no fault of the test. */
export async function endRoutes(context: BrowserContext): Promise<void> {
  await Promise.all(context.pages().map(page => page.unrouteAll({ behavior: 'ignoreErrors' })))
  await context.unrouteAll({ behavior: 'ignoreErrors' })
}
