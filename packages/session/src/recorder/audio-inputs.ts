import type { MediaEnvironment } from './media-environment'

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
