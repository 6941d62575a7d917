/** What runs in the threads that seal a backup. */
import { serveSealing } from '../backup/sealing/serve-sealing'

serveSealing()
