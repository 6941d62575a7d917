import type { SystemAnswer } from '@livetap/contract'
import type { FactState } from './facts'
import classes from './system.module.css'

type Disk = SystemAnswer['disk'][number]

const LOW = 0.1
const FULL = 0.02

export function diskState({ free_bytes, total_bytes }: Disk): FactState {
  const free = free_bytes / total_bytes
  return free < FULL ? 'failed' : free < LOW ? 'warning' : 'ok'
}

/** How full a disk is, as a bar and in words. */
export function DiskBar({ disk }: { disk: Disk }) {
  const { folder, free_bytes, total_bytes } = disk
  const used = Math.round((1 - free_bytes / total_bytes) * 100)
  const text = `${gigabytes(free_bytes)} free of ${gigabytes(total_bytes)}`
  return (
    <>
      {text}
      {/* biome-ignore lint/a11y/useSemanticElements: browsers draw the element each in their own way */}
      <span
        className={classes.disk}
        data-state={diskState(disk)}
        role="meter"
        aria-label={`${folder} used`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={used}
        aria-valuetext={text}
      >
        <span style={{ width: `${used}%` }} />
      </span>
    </>
  )
}

const gigabytes = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
