/**
 * A recording is what somebody sent, whatever its name says. Only these containers are read and only from files:
 * a play list dressed up as a sound file would otherwise make the decoder open other files or addresses.
 */
const CONTAINERS = ['wav', 'w64', 'aiff', 'mp3', 'mov', 'flac', 'aac', 'ogg', 's16le'].join(',')

export const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'] as const

/** What stands before `-i` and the file. Raw sound has no header: it is taken for 16 kHz mono. */
export function inputOptions(ending: string): string[] {
  const guard = ['-protocol_whitelist', 'file,pipe', '-format_whitelist', CONTAINERS]
  return ending === 'pcm' ? [...guard, '-f', 's16le', '-ar', '16000', '-ac', '1'] : guard
}
