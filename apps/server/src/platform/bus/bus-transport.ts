export interface BusListener {
  received(message: string): void
  /** What was sent before now may not have been received, and will not be. */
  missed(): void
}

/** Carries short messages to every process of the installation, the sender too. */
export interface BusTransport {
  /** Resolves when it is heard by those who listen; rejects, in time, where it may be lost. */
  send(message: string): Promise<void>
  /** Until it is closed. A connection that breaks is made again. */
  listen(listener: BusListener): Promise<void>
  close(): Promise<void>
}
