import { defineEndpoint } from '../../wire/endpoint'
import { vendorTagsAnswerSchema } from './schemas'

/** What vendors' transcript files are tagged with. */

export const readVendorTags = defineEndpoint({
  family: 'trainable',
  entry: 'bearer',
  name: 'readVendorTags',
  action: 'training.read',
  summary: 'Counts the tags of a zip of vendor transcripts (multipart field `file`), by tag and by file',
  method: 'POST',
  path: '/trainable-worker/tags',
  bodyType: 'multipart/form-data',
  answer: vendorTagsAnswerSchema,
})
