export * from './audio-tail'
export * from './pcm'
export * from './resampler'
export * from './sample-rate'
