/** Where a session's words go: toasts in the console, a list in tests. */
export interface Notify {
  info(message: string): void
  success(message: string): void
  warning(message: string): void
  error(message: string, detail?: { trackingId?: string | undefined }): void
}
