/** For tests outside of the server that run it as a process. Nothing of it needs a test runner. */
export { humWav } from '../modules/pipeline/testing/test-sound'
export { ConsoleClient, type TokenAnswer } from '../modules/sign-on/testing/console-client'
export { CuttingProxy } from './cutting-proxy'
export { connectToCluster } from './database/cluster-client'
export { freezeCluster, processesIn, signalAll } from './database/cluster-processes'
export { type DatabaseServer, startDatabaseServer } from './database/database-server'
export { fuzz } from './fuzz/fuzz'
export {
  type HostileFile,
  hostileBodies,
  hostileHints,
  hostileImports,
  hostileReturns,
  hostileTagZips,
} from './hostile/hostile-files'
export { sendFile } from './hostile/send-file'
export { JunkSockets } from './junk-sockets'
export type { SeededMeeting } from './meetings/seeded-meeting'
export { smallDisk } from './process/small-disk'
export { postmasterPid, spawnFolder, spawnServer } from './process/spawn-server'
