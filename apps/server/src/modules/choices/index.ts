export { choicesModule } from './choices.module'
