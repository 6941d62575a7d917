import { Readable } from 'node:stream'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { ByteGatherer } from './byte-gatherer'
import type { S3Place } from './s3-client'
import { isMissing, storageErrorOf } from './s3-errors'
import { PART_BYTES, type S3Part, S3Parts } from './s3-parts'
import {
  assertKey,
  assertPrefix,
  type ByteRange,
  type Storage,
  StorageError,
  type StoredObject,
} from './storage'

/** Objects are those of a bucket, under a prefix. What is larger than one part goes in several. */
export class S3Storage implements Storage {
  constructor(private readonly place: S3Place) {}

  async put(key: string, content: Readable | Uint8Array): Promise<StoredObject> {
    const target = this.#target(key)
    try {
      if (content instanceof Uint8Array) await this.#putWhole(target, content)
      else await this.#putStream(key, target, content)
    } catch (error) {
      // A source that breaks off is the caller's own failure, not the bucket's.
      throw content instanceof Readable && content.errored ? content.errored : storageErrorOf(error, key)
    }
    const stored = await this.stat(key)
    if (!stored) throw new StorageError('unavailable', `${key} was stored and is not there`)
    return stored
  }

  async get(key: string, range?: ByteRange): Promise<Readable> {
    if (range && (range.start < 0 || range.end < range.start))
      throw new StorageError('bad_range', 'the range ends before it starts')
    try {
      const { Body } = await this.place.client.send(
        new GetObjectCommand({
          ...this.#target(key),
          Range: range && `bytes=${range.start}-${range.end}`,
        }),
      )
      return Body as Readable
    } catch (error) {
      throw storageErrorOf(error, key)
    }
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    try {
      const found = await this.place.client.send(new HeadObjectCommand(this.#target(key)))
      return { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) }
    } catch (error) {
      if (isMissing(error)) return undefined
      throw storageErrorOf(error, key)
    }
  }

  async *list(prefix: string): AsyncIterable<StoredObject> {
    assertPrefix(prefix)
    let token: string | undefined
    do {
      const page = await this.place.client
        .send(
          new ListObjectsV2Command({
            Bucket: this.place.bucket,
            Prefix: this.place.prefix + prefix,
            ContinuationToken: token,
          }),
        )
        .catch(error => {
          throw storageErrorOf(error, prefix)
        })
      // Amazon lists in order; not every server that speaks its protocol does.
      const contents = (page.Contents ?? []).sort((a, b) => ((a.Key ?? '') < (b.Key ?? '') ? -1 : 1))
      for (const { Key, Size, LastModified } of contents) {
        if (!Key) continue
        yield {
          key: Key.slice(this.place.prefix.length),
          size: Size ?? 0,
          modifiedAt: LastModified ?? new Date(0),
        }
      }
      token = page.IsTruncated ? page.NextContinuationToken : undefined
    } while (token)
  }

  async delete(key: string): Promise<void> {
    try {
      await this.place.client.send(new DeleteObjectCommand(this.#target(key)))
    } catch (error) {
      if (!isMissing(error)) throw storageErrorOf(error, key)
    }
  }

  async check(): Promise<void> {
    await this.place.client.send(new HeadBucketCommand({ Bucket: this.place.bucket }))
  }

  close(): void {
    this.place.client.destroy()
  }

  #target(key: string) {
    assertKey(key)
    return { Bucket: this.place.bucket, Key: this.place.prefix + key }
  }

  async #putWhole(target: { Bucket: string; Key: string }, content: Uint8Array): Promise<void> {
    await this.place.client.send(
      new PutObjectCommand({ ...target, Body: content, ContentLength: content.byteLength }),
    )
  }

  async #putStream(key: string, target: { Bucket: string; Key: string }, content: Readable): Promise<void> {
    const parts = new S3Parts(this.place, key)
    const gathered = new ByteGatherer(PART_BYTES)
    const stored: S3Part[] = []
    let uploadId: string | undefined
    try {
      for await (const piece of content) {
        for (let rest = Buffer.from(piece) as Uint8Array; rest.byteLength > 0; ) {
          rest = gathered.take(rest)
          if (!gathered.isFull) continue
          uploadId ??= await parts.begin()
          stored.push(await parts.put(uploadId, stored.length + 1, gathered.bytes()))
          gathered.clear()
        }
      }
      if (uploadId === undefined) return await this.#putWhole(target, gathered.bytes())
      if (gathered.filled > 0) stored.push(await parts.put(uploadId, stored.length + 1, gathered.bytes()))
      await parts.complete(uploadId, stored)
    } catch (error) {
      if (uploadId !== undefined) await parts.abort(uploadId).catch(() => undefined)
      throw error
    }
  }
}
