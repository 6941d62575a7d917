import { Button, CopyButton, Text, TextInput } from '@mantine/core'
import { useEffect, useRef } from 'react'
import classes from './share.module.css'

/** The address of a link, which is known at this moment and never again. */
export function NewLink({ url }: { url: string }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.select(), [])
  return (
    <div className={classes.created} role="status">
      <div className={classes.form}>
        <TextInput ref={field} size="xs" label="The new link" readOnly className={classes.wide} value={url} />
        <CopyButton value={url} timeout={1500}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
      </div>
      <Text size="xs" c="dimmed">
        It is shown this once: copy it now. All who have it see what it shows.
      </Text>
    </div>
  )
}
