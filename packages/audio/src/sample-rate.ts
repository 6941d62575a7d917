/** Inside Livetap sound is 16 kHz mono, 16 bits per sample. */
export const SAMPLE_RATE_HZ = 16_000
export const SAMPLES_PER_MS = SAMPLE_RATE_HZ / 1000
export const BYTES_PER_SAMPLE = Int16Array.BYTES_PER_ELEMENT
const BYTES_PER_MS = SAMPLES_PER_MS * BYTES_PER_SAMPLE

/** The nearest sample. */
export const msToSamples = (ms: number): number => Math.round(ms * SAMPLES_PER_MS)
export const samplesToMs = (samples: number): number => samples / SAMPLES_PER_MS

/** A position between two samples, never inside one. */
export const msToBytes = (ms: number): number => Math.floor(ms * SAMPLES_PER_MS) * BYTES_PER_SAMPLE
export const bytesToMs = (bytes: number): number => bytes / BYTES_PER_MS
