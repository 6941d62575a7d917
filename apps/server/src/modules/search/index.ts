export { PassageMaker } from './meaning/passage-maker'
export { passagesModule } from './meaning/passages.module'
export { searchModule } from './search.module'
