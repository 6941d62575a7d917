export { type FleetModule, fleetModule } from './fleet.module'
export { notSilent } from './fleet.store'
export { type FleetTimes, FleetWorker, fleetTimes } from './fleet-worker'
