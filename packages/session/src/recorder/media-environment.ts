import type { Scope } from '../scope'

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

export interface AudioInput {
  id: string
  label: string
}

/**
 * Names are empty until the microphone was allowed once: they are numbered instead. Firefox makes a device's id of its
 * name, so two of one name have one id: only the first can be chosen.
 */
export async function listAudioInputs(media: Pick<MediaEnvironment, 'mediaDevices'>): Promise<AudioInput[]> {
  const devices = (await media.mediaDevices?.enumerateDevices()) ?? []
  const inputs = devices.filter(device => device.kind === 'audioinput' && device.deviceId !== '')
  return inputs
    .filter((device, index) => inputs.findIndex(one => one.deviceId === device.deviceId) === index)
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Microphone ${index + 1}` }))
}

export type MicrophonePermission = 'granted' | 'prompt' | 'denied'

/** Returns the current permission and reports later changes; a browser that does not say will ask. */
export async function watchPermission(
  media: Pick<MediaEnvironment, 'permissions'>,
  scope: Scope,
  changed: (permission: MicrophonePermission) => void,
): Promise<MicrophonePermission> {
  try {
    const status = await media.permissions?.query({ name: 'microphone' as PermissionName })
    if (!status) return 'prompt'
    scope.listen(status, 'change', () => changed(status.state))
    return status.state
  } catch {
    return 'prompt'
  }
}
