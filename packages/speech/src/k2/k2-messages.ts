export interface K2Settings {
  encoder: string
  decoder: string
  joiner: string
  tokens: string
  bpeVocabulary?: string
  threads: number
}

export type ToK2 =
  | { type: 'settings'; settings: K2Settings }
  | { type: 'open'; stream: number; hotwords: string; hotwordsScore: number }
  | { type: 'audio'; stream: number; pcm: Int16Array }
  | { type: 'end'; stream: number }
  | { type: 'drop'; stream: number }

export interface K2Text {
  text: string
  words: { word: string; startMs: number; endMs: number }[]
}

export type FromK2 =
  | { type: 'ready' }
  | { type: 'interim'; stream: number; result: K2Text }
  | { type: 'final'; stream: number; result: K2Text }
  | { type: 'processed'; stream: number; samples: number }
  | { type: 'ended'; stream: number }
  | { type: 'failed'; stream: number; message: string }
