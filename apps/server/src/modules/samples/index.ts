export type { SampleTables } from './sample-tables'
export { startSamples } from './samples.jobs'
export { SamplesService } from './samples.service'
export { SamplesStore } from './samples.store'
