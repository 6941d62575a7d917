import { defineParserTask } from '../../../platform/parser-pool/parser-task'

/** The tags of a zip of vendor transcripts: the answer as JSON, which the sender need not look into. */
export const vendorTagsTask = defineParserTask<{ path: string }, Uint8Array>('vendorTags')
