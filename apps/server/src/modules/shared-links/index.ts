export { sharedLinksModule } from './shared-links.module'
