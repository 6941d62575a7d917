import { S3Client } from '@aws-sdk/client-s3'

export interface S3Place {
  client: S3Client
  bucket: string
  /** Empty, or ends in '/'. */
  prefix: string
}

export interface S3Options {
  bucket: string
  prefix: string
  /** The usual AWS variables. */
  env: Readonly<Record<string, string | undefined>>
}

/** A custom endpoint is not Amazon's own: such servers are reached by path, not by a host name per bucket. */
export function openS3({ bucket, prefix, env }: S3Options): S3Place {
  const endpoint = env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL
  const client = new S3Client({
    region: env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1',
    ...(endpoint && { endpoint, forcePathStyle: true }),
    ...(env.AWS_ACCESS_KEY_ID &&
      env.AWS_SECRET_ACCESS_KEY && {
        credentials: {
          accessKeyId: env.AWS_ACCESS_KEY_ID,
          secretAccessKey: env.AWS_SECRET_ACCESS_KEY,
          ...(env.AWS_SESSION_TOKEN && { sessionToken: env.AWS_SESSION_TOKEN }),
        },
      }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 10_000, socketTimeout: 120_000 },
    // Checksums in trailers are unknown to many servers that speak this protocol.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket, prefix: prefix && `${prefix}/` }
}
