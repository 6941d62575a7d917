import { UPLOAD_ENDINGS } from '@livetap/contract'
import { type AsrSession, decodeAudioFile } from '@livetap/session'
import { type ReactNode, useCallback, useRef, useState } from 'react'

export interface FileStream {
  choose: () => void
  input: ReactNode
  /** Why the last one chosen could not be streamed. */
  problem: string
}

/** Lets the user choose a recording, decodes it and streams it instead of the microphone. */
export function useFileStream(session: AsrSession): FileStream {
  const [problem, setProblem] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const choose = useCallback(() => input.current?.click(), [])
  const stream = async (file: File) => {
    setProblem('')
    try {
      await session.streamFile(await decodeAudioFile(file), file.name)
    } catch (error) {
      setProblem((error as Error).message)
    }
  }
  return {
    choose,
    problem,
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={UPLOAD_ENDINGS.join(',')}
        data-testid="asr-file"
        onChange={event => {
          const file = event.currentTarget.files?.[0]
          // The same file can be chosen again.
          event.currentTarget.value = ''
          if (file) void stream(file)
        }}
      />
    ),
  }
}
