import type { Reporter, TestCase } from 'vitest/node'

/** Keeps what `context.skip(reason)` was given where the report looks for a reason: the JSON reporter drops it. */
export default class SkipReasons implements Reporter {
  onTestCaseResult(test: TestCase): void {
    const result = test.result()
    if (result.state === 'skipped' && result.note) test.meta().skipReason ??= result.note
  }
}
