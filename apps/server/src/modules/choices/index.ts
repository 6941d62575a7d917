export { choicesRoutes } from './choices.routes'
