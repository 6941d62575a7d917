import { runAccountCommand } from './account-command'
import { askPassword } from './password-prompt'

/** The program behind `npm run user`. */
process.exitCode = await runAccountCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  askPassword,
  write: text => process.stdout.write(text),
  writeProblem: text => process.stderr.write(text),
})
