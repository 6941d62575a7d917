export type PastTab = 'transcripts' | 'highlights'
