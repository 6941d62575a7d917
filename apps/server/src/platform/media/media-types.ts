const types: Record<string, string> = {
  flac: 'audio/flac',
  wav: 'audio/wav',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  aiff: 'audio/aiff',
  oga: 'audio/ogg',
  mp4: 'video/mp4',
  zip: 'application/zip',
  json: 'application/json; charset=utf-8',
}

export function mediaType(key: string): string {
  return types[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream'
}
