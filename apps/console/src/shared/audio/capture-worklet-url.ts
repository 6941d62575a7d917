/** A file of its own on this origin: the CSP allows neither inline nor blob scripts. */
export { default as captureWorkletUrl } from '@livetap/session/capture-worklet?worker&url'
