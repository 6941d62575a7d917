import { join } from 'node:path'
import { ledgerEvents, logsPath } from '@livetap/contract'
import { connectToCluster } from '@livetap/server/testing'
import { silence } from '@livetap/speech/testing'
import { lockTable } from '../support/locked-table'
import { TestServer } from '../support/server'
import { newSignedInState } from '../support/sign-in'
import { expect, test } from '../support/test'
import { TrainableSpeech } from '../support/training/trainable-speech'

/** A process that only works on recordings, beside the server whose database it uses. */
const startWorker = ({ dataDir }: TestServer) =>
  TestServer.start({ dataDir, env: { LIVETAP_ROLE: 'worker', LIVETAP_CAPACITY: '2' } })

// Three processes are started one after another.
test.describe.configure({ timeout: 300_000 })

test('STA-02 STA-09 LED-01 a killed worker is read in the logs, on the statistics and in the ledger of its recordings', async ({
  browser,
}) => {
  const gateway = await TestServer.start({ env: { LIVETAP_ROLE: 'gateway' } })
  const workers: TestServer[] = []
  try {
    const storageState = await newSignedInState(browser, gateway.origin)
    const startMs = Date.now() - 60_000
    const uploads = new TrainableSpeech(gateway, storageState, 'lost-worker')
    const goesOn = await uploads.upload(silence(1))
    const isLost = await uploads.upload(silence(1))
    const stages = await lockTable(gateway, 'pipeline_stage')
    workers.push(await startWorker(gateway))
    // Both are in the middle of their first stage.
    await expect.poll(() => stages.waiting(), { timeout: 60_000 }).toBe(2)
    const database = await connectToCluster(join(gateway.dataDir, 'data'))
    const { rows } = await database.query<{ worker_id: string }>('select distinct worker_id from job')
    expect(rows).toHaveLength(1)
    const { worker_id: killed } = rows[0]!
    await workers[0]!.kill('SIGKILL')
    // What it had under way is undone, and no longer blocks others.
    await stages.release()
    // As if this had been the fourth worker that it killed.
    await database.query('update job set takeovers = 3 where meeting_id = $1', [isLost])
    await database.end()
    workers.push(await startWorker(gateway))

    const context = await browser.newContext({ baseURL: gateway.origin, storageState })
    const page = await context.newPage()
    const entry = (message: string) => page.getByRole('cell', { name: message, exact: true })
    // What happens is read while it happens.
    const follow = async (meetingId: string) => {
      await page.goto(logsPath({ meeting: meetingId }))
      await page.getByRole('switch', { name: 'Follow' }).click()
    }
    const endsIn = async (reason: string) => {
      await expect(page.getByText(/^Chain valid: [1-9]\d* events$/)).toBeVisible()
      await page.getByLabel('Filter the events').fill(ledgerEvents.meetingEnded.name)
      await page.getByRole('button', { name: ledgerEvents.meetingEnded.name, exact: true }).click()
      const end = page.getByRole('table', { name: `Fields of ${ledgerEvents.meetingEnded.name}` })
      await expect(end.getByRole('row', { name: `reason ${reason}`, exact: true })).toBeVisible()
      return end
    }
    await follow(goesOn)
    await expect(entry(`run taken over from ${killed} (1 at this stage)`)).toBeVisible({ timeout: 60_000 })
    await expect(entry('meeting ended: completed')).toBeVisible({ timeout: 60_000 })
    await page.goto(`/past-stats/${goesOn}/${startMs}`)
    await expect(page.locator('[data-row="end-reason"] td').first()).toHaveText('completed')
    await page.getByRole('button', { name: 'Open Audio Ledgers Stats' }).click()
    await endsIn('completed')

    const problem = 'Its worker died 4 times at the stage probe'
    await follow(isLost)
    await expect(entry(`run taken over from ${killed} (4 at this stage)`)).toBeVisible({ timeout: 60_000 })
    await expect(entry(`meeting ended: worker lost: ${problem}`)).toBeVisible({ timeout: 60_000 })
    await page.goto(`/past-stats/${isLost}/${startMs}`)
    await expect(page.getByRole('status', { name: 'Verdict' })).toHaveText(`Failed in probe: ${problem}`)
    const known = page.getByRole('region', { name: 'What is known' })
    await expect(known).toContainText(problem)
    await known.getByRole('link', { name: 'Audio ledger' }).click()
    await expect(
      (await endsIn('worker lost')).getByRole('row', { name: 'stage probe', exact: true }),
    ).toBeVisible()
    await context.close()
  } finally {
    for (const worker of workers) await worker.stop()
    await gateway.stop()
  }
})
