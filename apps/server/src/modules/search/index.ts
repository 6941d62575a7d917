export { passagesModule } from './meaning/passages.module'
export { searchModule } from './search.module'
