import { docsRoutes } from './docs.routes'

export const docsModule = () => ({ routes: docsRoutes })
