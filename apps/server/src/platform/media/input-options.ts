/**
 * A recording is what a user sent, regardless of what its name says. Only these containers and codecs are read, and only from files:
 * a play list dressed up as a sound file would otherwise make the decoder open other files or addresses.
 */
const CONTAINERS = ['wav', 'w64', 'aiff', 'mp3', 'mov', 'flac', 'aac', 'ogg', 's16le'].join(',')

/** Decoders by the names ffmpeg gives them: what these containers usually hold, and nothing exotic. */
const DECODERS = [
  ...['pcm_s16le', 'pcm_s16be', 'pcm_s24le', 'pcm_s24be', 'pcm_s32le', 'pcm_s32be', 'pcm_s8', 'pcm_u8'],
  ...[
    'pcm_f32le',
    'pcm_f32be',
    'pcm_f64le',
    'pcm_f64be',
    'pcm_alaw',
    'pcm_mulaw',
    'adpcm_ms',
    'adpcm_ima_wav',
  ],
  ...['mp3', 'mp3float', 'aac', 'flac', 'alac', 'opus', 'libopus', 'vorbis', 'libvorbis', 'ac3', 'eac3'],
  ...['amrnb', 'amrwb', 'gsm', 'gsm_ms', 'libgsm', 'libgsm_ms', 'libspeex', 'speex'],
  ...['h264', 'hevc', 'mpeg4', 'vp8', 'vp9', 'libvpx', 'libvpx-vp9', 'av1', 'libdav1d', 'libaom-av1'],
  ...['theora', 'prores', 'mjpeg', 'png'],
].join(',')

export const QUIET = ['-hide_banner', '-nostdin', '-v', 'error'] as const

/** What is before `-i` and the file. Raw sound has no header: it is taken for 16 kHz mono. */
export function inputOptions(ending: string): string[] {
  const guard = [
    ...['-protocol_whitelist', 'file,pipe'],
    ...['-format_whitelist', CONTAINERS],
    ...['-codec_whitelist', DECODERS],
  ]
  return ending === 'pcm' ? [...guard, '-f', 's16le', '-ar', '16000', '-ac', '1'] : guard
}
