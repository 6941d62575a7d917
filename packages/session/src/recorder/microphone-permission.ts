import type { Scope } from '../scope'
import type { MediaEnvironment } from './media-environment'

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
