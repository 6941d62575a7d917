import { progressColor } from '@livetap/contract'
import classes from './manuscripts.module.css'

const RADIUS = 8
const AROUND = 2 * Math.PI * RADIUS

/** How far a project is: a ring that fills, red, orange or green; the number beside it may pass 100. */
export function ProgressGauge({ percent }: { percent: number }) {
  const filled = (Math.min(100, percent) / 100) * AROUND
  return (
    <span className={classes.gauge} data-color={progressColor(percent)}>
      <svg width={22} height={22} viewBox="0 0 22 22" aria-hidden="true">
        <circle cx={11} cy={11} r={RADIUS} strokeWidth={4} />
        <circle
          cx={11}
          cy={11}
          r={RADIUS}
          strokeWidth={4}
          strokeDasharray={`${filled} ${AROUND}`}
          transform="rotate(-90 11 11)"
        />
      </svg>
      <span>{percent} %</span>
    </span>
  )
}
