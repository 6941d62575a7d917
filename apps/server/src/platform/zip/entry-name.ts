/** An id as part of a file's name: without what the name of a file may not hold. */
export const entryNameOf = (id: string): string => id.replace(/[^A-Za-z0-9_-]/g, '_')
