import { texts } from '@livetap/contract'
import { Button } from '@mantine/core'
import { useExit } from './use-exit'

interface Props {
  isLoading: boolean
  onReload: () => void
}

/** The last two buttons of a list's page. */
export function ReloadAndExit({ isLoading, onReload }: Props) {
  const exit = useExit()
  return (
    <>
      <Button size="xs" variant="default" loading={isLoading} onClick={onReload}>
        Reload
      </Button>
      <Button size="xs" variant="default" onClick={() => exit()}>
        {texts.past.backToStart}
      </Button>
    </>
  )
}
