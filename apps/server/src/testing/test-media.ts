import { Media } from '../platform/media/media'
import { findMediaTools } from '../platform/media/media-tools'

let media: Promise<Media> | undefined

/** Found once by a worker: to ask every build for its version takes longer than to start the app. */
export async function testMedia(): Promise<Media> {
  media ??= findMediaTools().then(tools => new Media(tools))
  return await media
}
