import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import type { S3Place } from './s3-client'

/** Every part but the last must have at least this many bytes. */
export const MIN_PART_BYTES = 5 * 1024 * 1024
/** What is held in memory for one writer. */
export const PART_BYTES = 8 * 1024 * 1024

export interface S3Part {
  etag: string
  size: number
}

/** An object of several parts, on its way. */
export class S3Parts {
  constructor(
    private readonly place: S3Place,
    private readonly key: string,
  ) {}

  get #target() {
    return { Bucket: this.place.bucket, Key: this.place.prefix + this.key }
  }

  async begin(): Promise<string> {
    const { UploadId } = await this.place.client.send(new CreateMultipartUploadCommand(this.#target))
    if (!UploadId) throw new Error('the object storage gave no upload id')
    return UploadId
  }

  async put(uploadId: string, number: number, body: Uint8Array): Promise<S3Part> {
    const { ETag } = await this.place.client.send(
      new UploadPartCommand({
        ...this.#target,
        UploadId: uploadId,
        PartNumber: number,
        Body: body,
        ContentLength: body.byteLength,
      }),
    )
    if (!ETag) throw new Error('the object storage gave no tag for a part')
    return { etag: ETag, size: body.byteLength }
  }

  async complete(uploadId: string, parts: readonly S3Part[]): Promise<void> {
    const Parts = parts.map(({ etag }, index) => ({ ETag: etag, PartNumber: index + 1 }))
    await this.place.client.send(
      new CompleteMultipartUploadCommand({ ...this.#target, UploadId: uploadId, MultipartUpload: { Parts } }),
    )
  }

  async abort(uploadId: string): Promise<void> {
    await this.place.client.send(new AbortMultipartUploadCommand({ ...this.#target, UploadId: uploadId }))
  }
}
