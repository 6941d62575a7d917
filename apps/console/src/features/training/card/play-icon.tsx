export function PlayIcon({ isPlaying }: { isPlaying: boolean }) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={isPlaying ? 'M4 3h3v10H4zM9 3h3v10H9z' : 'M4.5 2.8v10.4L13 8z'} />
    </svg>
  )
}
