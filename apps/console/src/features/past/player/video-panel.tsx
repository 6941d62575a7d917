import { VIDEO_HEIGHT, VIDEO_WIDTH } from '@livetap/contract'
import { useEffect, useRef } from 'react'
import classes from '../past.module.css'
import { useRoom } from './replay-context'

/** The picture, muted: the sound is the player's, and the picture follows it. */
export function VideoPanel({ url, onError }: { url: string; onError?: (() => void) | undefined }) {
  const { replay } = useRoom()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    replay.linkVideo(video.current)
    return () => replay.linkVideo(null)
  }, [replay])
  return (
    <aside className={classes.video} aria-label="Video">
      <video
        ref={video}
        src={url}
        width={VIDEO_WIDTH}
        height={VIDEO_HEIGHT}
        muted
        playsInline
        preload="auto"
        data-testid="video"
        onError={onError}
      />
    </aside>
  )
}
