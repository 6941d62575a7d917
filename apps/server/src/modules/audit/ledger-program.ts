import { runLedgerCommand } from './ledger-command'

/** The program behind `npm run ledger`. */
process.exitCode = await runLedgerCommand(process.argv.slice(2), {
  env: process.env,
  cwd: process.cwd(),
  write: text => process.stdout.write(text),
  writeProblem: text => process.stderr.write(text),
})
