import { runDoctor } from './doctor-command'

/** The program behind `npm run doctor`. What still waits for an answer ends with it. */
process.exit(
  await runDoctor(process.argv.slice(2), {
    env: process.env,
    cwd: process.cwd(),
    write: text => process.stdout.write(text),
    writeProblem: text => process.stderr.write(text),
  }),
)
