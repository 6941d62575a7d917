// zod compiles schemas with `new Function` where it may; our CSP forbids that, and even the attempt is a violation.
// The switch is read when a schema is made. A script of its own, because no module is sure to run before all others:
// the bundler puts what several screens share into chunks that the first module waits for.
globalThis.__zod_globalConfig = { jitless: true }
