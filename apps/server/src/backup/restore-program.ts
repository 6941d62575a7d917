import { runRestoreCommand } from './backup-command'

/** The program behind `npm run restore`. */
process.exitCode = await runRestoreCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  write: text => process.stdout.write(text),
  problems: process.stderr,
})
