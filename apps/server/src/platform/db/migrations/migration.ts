export interface Migration {
  /** The file's name: 'NNNN-name'. */
  id: string
  /**
   * Whether nodes of the release before may go on running beside it, and be started on it: it takes nothing away that
   * they read or write, and what they write is right without it. Where false, it waits until none of them runs.
   */
  compatible: boolean
  sql: string
}
