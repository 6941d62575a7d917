import { answerUsage } from '@livetap/server/testing'

/** Answers what this process has used whenever its parent asks, until it is told to close. */
export function serveUsage(close: () => Promise<void>): void {
  // The bench has failed: no one asks any more.
  process.on('disconnect', () => process.exit(1))
  answerUsage()
  process.on('message', async order => {
    if (order !== 'close') return
    await close()
    process.exit(0)
  })
}
