/** What a message offers to do about it. */
export interface NoticeAction {
  label: string
  run: () => void
}

/** Where a session's messages to the user go: toasts in the console, a list in tests. */
export interface Notices {
  info(message: string): void
  success(message: string, action?: NoticeAction): void
  warning(message: string): void
  error(message: string, detail?: { trackingId?: string }): void
}
