import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestBucket, testBucket } from '../../testing/test-bucket'
import { openResumable, openStorage } from './open-storage'
import { resumableContract } from './resumable-contract-suite'
import { storageContract } from './storage-contract-suite'

let bucket: TestBucket
let prefixes = 0
beforeAll(async () => {
  bucket = await testBucket()
})
afterAll(() => bucket.close())

/** A prefix of its own stands for an empty bucket. */
const place = () => ({ kind: 's3', bucket: bucket.bucket, prefix: `run-${prefixes}` }) as const

storageContract('s3', async () => {
  prefixes += 1
  return openStorage(place(), bucket.env)
})

resumableContract('s3', async () => {
  prefixes += 1
  const [storage, resumable] = [
    await openStorage(place(), bucket.env),
    await openResumable(place(), bucket.env),
  ]
  return { storage, resumable, reopen: () => openResumable(place(), bucket.env) }
})

test('a bucket that is not there stops the start with one line that names it', async () => {
  const wrong = { kind: 's3', bucket: 'no-such-bucket', prefix: '' } as const
  await expect(openStorage(wrong, bucket.env)).rejects.toThrow(
    /^LIVETAP_STORAGE: the bucket no-such-bucket cannot be used/,
  )
})
