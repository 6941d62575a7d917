export { conferencingModule } from './conferencing.module'
