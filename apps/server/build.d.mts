/** Bundles entry points (name to file, from the root of the repository) into a folder inside it. */
export function bundle(entryPoints: Record<string, string>, outdir: string): Promise<void>
