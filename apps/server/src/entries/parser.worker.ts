/** What runs in the threads of the parser pool. Loads no more than its tasks need: a thread starts when it is first wanted. */
import { readVendorReturn } from '../modules/manuscripts/read-vendor-return'
import { vendorReturnTask } from '../modules/manuscripts/vendor-return-task'
import { scorePassages } from '../modules/search/meaning/score-passages'
import { scorePassagesTask } from '../modules/search/meaning/score-passages-task'
import { tagsOfZip } from '../modules/trainable/tags/tags.service'
import { vendorTagsTask } from '../modules/trainable/tags/vendor-tags-task'
import { readTranscriptImport } from '../modules/transcripts/import/read-transcript-import'
import { transcriptImportTask } from '../modules/transcripts/import/transcript-import-task'
import { served, serveTasks } from '../platform/parser-pool/serve-tasks'

serveTasks(
  served(vendorTagsTask, tagsOfZip),
  served(vendorReturnTask, readVendorReturn),
  served(transcriptImportTask, readTranscriptImport),
  served(scorePassagesTask, scorePassages),
)
