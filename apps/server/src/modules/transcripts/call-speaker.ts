/**
 * The speakers of a call: a microphone's number, which is also its first person's, or with a dot behind it which of
 * several people at that microphone.
 */
export const callSpeakerId = (microphone: number, voice = 1): string =>
  voice > 1 ? `${microphone}.${voice}` : String(microphone)

export const microphoneOf = (speakerId: string): number => Number.parseInt(speakerId, 10)

export const voiceAtMicrophone = (speakerId: string): number => Number(speakerId.split('.')[1] ?? 1)
