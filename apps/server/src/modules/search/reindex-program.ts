import { runReindexCommand } from './reindex-command'

/** The program behind `npm run reindex`. */
process.exitCode = await runReindexCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  write: text => process.stdout.write(text),
  writeProblem: text => process.stderr.write(text),
})
