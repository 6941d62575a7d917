export { auditModule } from './audit.module'
export { withCommandEntry } from './command-entry'
