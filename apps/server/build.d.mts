/** Bundles entry points (name to file, from the root of the repository) into a folder inside it. */
export function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void>
/** Every worker of the packages and the server, by its name. */
export function workerEntryPoints(): Record<string, string>
/** Copies the networks of our own to where the workers look for them. */
export function copyWeights(to: string): Promise<void>
