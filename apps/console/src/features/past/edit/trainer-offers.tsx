import type { TranscriptOffer } from '@livetap/contract'
import { counted } from '@livetap/contract'
import type { PastSession } from '@livetap/session'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { Popover } from '../../../shared/popover/popover'
import { useRemoteLoad } from '../../../shared/remote/use-remote-load'
import { formatDate } from '../../../shared/time/format-date'
import classes from './trainer-offers.module.css'

/** Texts of trainers that differ from the meeting's own. Nothing of them is in it until a user takes it. */
export function TrainerOffers({ session }: { session: PastSession }) {
  const { data, reload } = useRemoteLoad(signal => session.calls.offers(signal), [session])
  const [isOpen, setOpen] = useState(false)
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const offers = (data ?? []).filter(({ utterance_id }) => !taken.has(utterance_id))
  if (offers.length === 0) return null
  const take = async ({ utterance_id: id, version, offered }: TranscriptOffer) => {
    const current = session.replay.getSnapshot().transcript?.utterances.find(one => one.id === id)
    // The offer was made over another text than the one on screen.
    if (current?.version !== version) return reload()
    await session.editor.put(id, offered)
    if (session.editor.getSnapshot().phase !== 'saved') return
    await session.editor.close()
    setTaken(held => new Set([...held, id]))
  }
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      width={480}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button size="xs" variant="light" onClick={() => setOpen(!isOpen)}>
          {counted(offers.length, 'correction')} by trainers
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <ul className={classes.offers} aria-label="Corrections by trainers">
          {offers.map(offer => (
            <li key={offer.utterance_id}>
              <small>
                {offer.by} · {formatDate(offer.at)}
              </small>
              <del dir="auto">{offer.text}</del>
              <ins dir="auto">{offer.offered}</ins>
              <Button size="compact-xs" variant="default" onClick={() => void take(offer)}>
                Take it
              </Button>
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
