import { readFileSync } from 'node:fs'

/** Every process below this one, those that start next not included. */
export function processesUnder(pid: number): number[] {
  const children = childrenOf(pid)
  return [...children, ...children.flatMap(processesUnder)]
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  } catch {
    return []
  }
}
