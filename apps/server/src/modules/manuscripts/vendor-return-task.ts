import { defineParserTask } from '../../platform/parser-pool/parser-task'

export interface VendorReturnInput {
  path: string
  /** Of the project's shards, as files of a package are called. */
  fileIds: readonly string[]
}

/** A file of a return: the text of a shard, or why it is not one. */
export type ReturnedFile = { name: string } & ({ fileId: string; text: string } | { problem: string })

/** The files of a vendor's zip, some at a time. */
export const vendorReturnTask = defineParserTask<VendorReturnInput, ReturnedFile[]>('vendorReturn')
