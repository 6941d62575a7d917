import { VIDEO_HEIGHT, VIDEO_WIDTH } from '@livetap/contract'
import { useEffect, useRef } from 'react'
import classes from '../past.module.css'
import { useRoom } from './replay-context'

interface Props {
  /** Absent while it is awaited: the place is there before the picture. */
  url: string | undefined
  onError?: () => void
}

/** The picture, muted: the sound is the player's, and the picture follows it. */
export function VideoPanel({ url, onError }: Props) {
  return (
    <aside className={classes.video} aria-label="Video" aria-busy={url === undefined}>
      {url === undefined ? <div className={classes.picture} /> : <Picture url={url} onError={onError} />}
    </aside>
  )
}

function Picture({ url, onError }: Props & { url: string }) {
  const { replay } = useRoom()
  const video = useRef<HTMLVideoElement>(null)
  useEffect(() => {
    replay.linkVideo(video.current)
    return () => replay.linkVideo(null)
  }, [replay])
  return (
    <video
      ref={video}
      className={classes.picture}
      src={url}
      width={VIDEO_WIDTH}
      height={VIDEO_HEIGHT}
      muted
      playsInline
      preload="auto"
      data-testid="video"
      onError={onError}
    />
  )
}
