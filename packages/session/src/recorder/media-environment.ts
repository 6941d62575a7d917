/** The parts of a browser that the recorder uses; a test hands in its own. */
export interface MediaEnvironment {
  /** Absent outside a secure context. */
  mediaDevices: MediaDevices | undefined
  permissions: Permissions | undefined
  createContext: (options?: AudioContextOptions) => AudioContext
  createWorkletNode: (context: AudioContext, name: string) => AudioWorkletNode
  /** Tells when the tab is hidden. */
  document: Pick<Document, 'addEventListener' | 'removeEventListener' | 'hidden'>
  userAgent: string
}

export function browserMedia(): MediaEnvironment {
  return {
    mediaDevices: navigator.mediaDevices,
    permissions: navigator.permissions,
    createContext: options => new AudioContext(options),
    createWorkletNode: (context, name) =>
      new AudioWorkletNode(context, name, { numberOfInputs: 1, numberOfOutputs: 0 }),
    document,
    userAgent: navigator.userAgent,
  }
}

/** Its contexts take a microphone only at the microphone's own rate. */
export const isFirefox = (userAgent: string): boolean =>
  /\bFirefox\/\d/.test(userAgent) && !/\bSeamonkey\//i.test(userAgent)
