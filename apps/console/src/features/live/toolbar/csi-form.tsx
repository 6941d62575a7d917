import { texts } from '@livetap/contract'
import type { LiveMeeting } from '@livetap/session'
import { Button, NumberInput } from '@mantine/core'
import { IconId } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useStore } from '../../../shared/use-store'
import classes from '../live.module.css'
import { FormPopover } from './form-popover'
import { wholeNumber } from './whole-number'

export function CsiForm({ live }: { live: LiveMeeting }) {
  const { csi } = useStore(live)
  return (
    <FormPopover label={texts.live.setCsi} icon={<IconId size={16} />} value={String(csi)}>
      {close => <Form live={live} csi={csi} onDone={close} />}
    </FormPopover>
  )
}

function Form({ live, csi, onDone }: { live: LiveMeeting; csi: number; onDone: () => void }) {
  const [value, setValue] = useState<number | string>(csi)
  const error = wholeNumber(value, 0)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (error) return
    live.setCsi(Number(value))
    onDone()
  }
  return (
    <form className={classes.form} onSubmit={submit}>
      <NumberInput
        size="xs"
        label="CSI"
        description="The speaker id that your audio carries from now on"
        required
        min={0}
        allowDecimal={false}
        clampBehavior="none"
        data-autofocus
        value={value}
        error={error}
        onChange={setValue}
      />
      <Button size="xs" type="submit" disabled={error !== undefined}>
        Set
      </Button>
    </form>
  )
}
