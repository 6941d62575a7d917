import { VIDEO_HEIGHT, VIDEO_WIDTH } from '@livetap/contract'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './past.module.css'
import { useRoom } from './replay-context'

/** The picture, muted: the sound is the player's, and the picture follows it. */
export function VideoPanel({ url, onError }: { url: string; onError?: (() => void) | undefined }) {
  const { replay } = useRoom()
  const video = useRef<HTMLVideoElement>(null)
  const [isHidden, setHidden] = useState(false)
  useEffect(() => {
    const element = video.current
    if (!element || isHidden) return
    replay.linkVideo(element)
    return () => replay.linkVideo(null)
  }, [replay, isHidden])
  const label = isHidden ? 'Show the video' : 'Hide the video'
  return (
    <aside className={classes.video} data-hidden={isHidden || undefined} aria-label="Video">
      {!isHidden && (
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
      )}
      <Tooltip label={label}>
        <ActionIcon
          className={classes.videoToggle}
          variant="default"
          aria-label={label}
          onClick={() => setHidden(!isHidden)}
        >
          {isHidden ? <IconEye size={16} /> : <IconEyeOff size={16} />}
        </ActionIcon>
      </Tooltip>
    </aside>
  )
}
