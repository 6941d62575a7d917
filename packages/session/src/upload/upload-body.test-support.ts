/** What opens a session for ten bytes of sound. */
export const uploadBody = {
  start_at_utc: '2026-01-02T03:04:05.000Z',
  source: 'phone',
  client_region: 'us',
  file_size: 10,
  file_type: 'audio/wav',
}
