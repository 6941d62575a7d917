export { samplesModule } from './samples.module'
