/** For tests outside of the server that run it as a process. Nothing of it needs a test runner. */
export { humWav } from '../modules/pipeline/testing/test-sound'
export { ConsoleClient } from '../modules/sign-on/testing/console-client'
export { connectToCluster } from './cluster-client'
export { CuttingProxy } from './cutting-proxy'
export type { SeededMeeting } from './seeded-meeting'
export { postmasterPid, spawnFolder, spawnServer } from './spawn-server'
