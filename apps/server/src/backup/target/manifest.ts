/** Bytes of a part: from `at`, `length` of them. */
export type Piece = readonly [part: string, at: number, length: number]

export interface ObjectEntry {
  key: string
  size: number
  modifiedMs: number
  /** Of the content of an object that lies in one part with others; larger ones are known by their parts. */
  digest?: string
  pieces: Piece[]
}

export interface TableEntry {
  name: string
  /** Of a partition: what it is one of, and for which rows, in SQL. */
  partition?: { of: string; bound: string }
  columns: string[]
  rows: number
  bytes: number
  pieces: Piece[]
}

export interface SequenceEntry {
  name: string
  /** Null where nothing was taken from it yet. */
  last: string | null
}

/** An upload that was under way: the bytes it had acknowledged, where they can be read. */
export interface UploadEntry {
  id: string
  key: string
  held: number
  pieces: Piece[] | null
}

/** What a backup holds; its objects are in pages beside it. Written last: without it there is no backup. */
export interface Manifest {
  id: string
  takenAt: string
  release: string
  migrations: string[]
  tables: TableEntry[]
  sequences: SequenceEntry[]
  uploads: UploadEntry[]
  /** What seals the keys in the database: itself where it lay in the data folder, otherwise only how to recognise it. */
  secret: { value: string } | { fingerprint: string }
  pages: number
  objects: number
  objectBytes: number
}
