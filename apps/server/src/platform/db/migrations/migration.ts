export interface Migration {
  /** The file's name: 'NNNN-name'. */
  id: string
  sql: string
}
