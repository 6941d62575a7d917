import type { MediaEnvironment } from './media-environment'

export interface AudioInput {
  id: string
  label: string
}

/** Names are empty until the microphone was allowed once: they are numbered instead. */
export async function listAudioInputs(media: Pick<MediaEnvironment, 'mediaDevices'>): Promise<AudioInput[]> {
  const devices = (await media.mediaDevices?.enumerateDevices()) ?? []
  return devices
    .filter(device => device.kind === 'audioinput' && device.deviceId !== '')
    .map((device, index) => ({ id: device.deviceId, label: device.label || `Microphone ${index + 1}` }))
}
