interface SeenTime {
  text: string
  /** Of what is seen against the sound, both at the moment of the frame. */
  errorMs: number
}

/**
 * In the page: the times of the play bar as they are seen, frame by frame while the sound plays. A running digit is a
 * strip of all digits that is moved behind its window.
 */
export async function seenTimes({ count, durationMs }: { count: number; durationMs: number }) {
  const { probe } = window as unknown as { probe: HTMLAudioElement }
  const nextFrame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
  const digitOf = (strip: Element) => {
    const lines = strip.textContent!.split('\n')
    const { height } = strip.parentElement!.getBoundingClientRect()
    return lines[Math.round(-new DOMMatrix(getComputedStyle(strip).transform).m42 / height)] ?? '?'
  }
  const textOf = (node: Node): string => {
    if (!(node instanceof HTMLElement)) return node.textContent ?? ''
    if (node.hidden) return ''
    const [strip] = node.children
    const isWheel = node.children.length === 1 && strip!.textContent!.includes('\n')
    return isWheel ? digitOf(strip!) : [...node.childNodes].map(textOf).join('')
  }
  const msOf = (text: string) => {
    const [hours, minutes, seconds] = text.replace('-', '').split(':').map(Number)
    return ((hours! * 60 + minutes!) * 60 + seconds!) * 1000
  }
  const seen: Record<'elapsed' | 'remaining', SeenTime>[] = []
  while (seen.length < count) {
    const frameAt = await nextFrame()
    const playedMs = probe.currentTime * 1000 - (performance.now() - frameAt) * probe.playbackRate
    const read = (name: string, trueMs: number): SeenTime => {
      const text = textOf(document.querySelector(`[data-testid=${name}]`)!.parentElement!)
      return { text, errorMs: msOf(text) - trueMs }
    }
    seen.push({ elapsed: read('elapsed', playedMs), remaining: read('remaining', durationMs - playedMs) })
  }
  return seen
}
