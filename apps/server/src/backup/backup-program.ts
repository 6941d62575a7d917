import { runBackupCommand } from './backup-command'

/** The program behind `npm run backup`. */
process.exitCode = await runBackupCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  write: text => process.stdout.write(text),
  problems: process.stderr,
})
