import type { Share } from '@livetap/contract'
import { deleteShare } from '@livetap/contract/calls/access'
import type { MeetingHub } from '@livetap/session'
import { shortClockText } from '@livetap/transcript'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useApi } from '../../session/session-context'
import { formatDate } from '../../time/format-date'
import { RelativeTime } from '../../time/relative-time'
import { ConfirmedButton } from './confirmed-button'
import { LinkForm } from './link-form'
import { NewLink } from './new-link'
import classes from './share.module.css'

interface Props {
  hub: MeetingHub
  shares: readonly Share[]
  onChanged: () => void
}

/** Links that show the meeting to those who have no account. */
export function LinkShares({ hub, shares, onChanged }: Props) {
  const api = useApi()
  const [created, setCreated] = useState<string>()
  return (
    <section className={classes.section} aria-label="Links">
      <h3 className={classes.heading}>Links</h3>
      <LinkForm
        meetingId={hub.meetingId}
        onCreated={url => {
          setCreated(url)
          onChanged()
        }}
      />
      {created && <NewLink key={created} url={created} />}
      {shares.length === 0 ? (
        <Text size="sm" c="dimmed">
          There is no link. One shows the meeting, or a part of it, to those who have no account: to read and
          to hear, nothing else.
        </Text>
      ) : (
        <ul className={classes.list} aria-label="Links of this meeting">
          {shares.map(share => (
            <li key={share.id}>
              <span className={classes.who}>
                <b>{whatItShows(share)}</b>
                <span className={classes.dimmed}>
                  <Expiry share={share} />
                  {share.has_password && ' · with a password'} · by {share.created_by} ·{' '}
                  {share.opened_at === null ? (
                    'never opened'
                  ) : (
                    <>
                      last opened <RelativeTime at={share.opened_at} />
                    </>
                  )}
                </span>
              </span>
              <ConfirmedButton
                label="Revoke"
                name={`Revoke the link: ${whatItShows(share)}`}
                question="It opens nothing any more, and what is open closes."
                keep="Keep it"
                act={() => api.call(deleteShare, { params: { id: hub.meetingId, shareId: share.id } })}
                onDone={() => {
                  setCreated(undefined)
                  onChanged()
                }}
              />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function whatItShows({ from_millis, to_millis }: Share): string {
  if (from_millis === null && to_millis === null) return 'The whole meeting'
  const end = to_millis === null ? 'the end' : shortClockText(to_millis)
  return `From ${shortClockText(from_millis ?? 0)} to ${end}`
}

function Expiry({ share: { expires_at } }: { share: Share }) {
  if (expires_at === null) return 'opens until it is revoked'
  if (Date.parse(expires_at) <= Date.now()) return 'has expired'
  return <span data-hint={formatDate(expires_at)}>opens until {formatDate(expires_at).slice(0, 17)}</span>
}
