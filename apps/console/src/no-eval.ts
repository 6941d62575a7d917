/**
 * zod compiles schemas with `new Function` where it may; our CSP forbids that, and even the attempt is a
 * violation. The switch is read when a schema is made, so this module is imported before all others.
 */
const shared = globalThis as { __zod_globalConfig?: { jitless?: boolean } }
shared.__zod_globalConfig = { ...shared.__zod_globalConfig, jitless: true }

export {}
