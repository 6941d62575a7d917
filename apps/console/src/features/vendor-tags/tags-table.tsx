import type { VendorTag } from '@livetap/contract'
import { Fragment } from 'react'
import classes from './vendor-tags.module.css'

const SHOWN_ROWS = 1_000
const SHOWN_FILES = 3

/** Tags with their counts, the files they are most frequent in, and an example. */
export function TagsTable({ tags }: { tags: readonly VendorTag[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached by the keyboard
    <section className={classes.framed} aria-label="Table of tags" tabIndex={0}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">Tag</th>
            <th scope="col" data-numeric>
              Count
            </th>
            <th scope="col">Files</th>
            <th scope="col">Example</th>
          </tr>
        </thead>
        <tbody>
          {tags.slice(0, SHOWN_ROWS).map(({ tag, count, files, examples = [] }) => (
            <tr key={tag}>
              <th scope="row">
                <code>{tag}</code>
              </th>
              <td data-numeric>{count}</td>
              <td>
                <Files files={files} />
              </td>
              <td data-hint={examples.map(({ file, text }) => `${file}: ${text}`).join('\n')}>
                {examples[0] && <Example text={examples[0].text} tag={tag} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {tags.length > SHOWN_ROWS && (
        <p className={classes.summary}>
          The {SHOWN_ROWS} most frequent are shown; filter for the others, or download all.
        </p>
      )}
    </section>
  )
}

function Files({ files }: { files: VendorTag['files'] }) {
  const all = Object.entries(files).sort(([, a], [, b]) => b - a)
  const rest = all.length - SHOWN_FILES
  return (
    <>
      {all.slice(0, SHOWN_FILES).map(([name, count]) => (
        <div key={name} className={classes.place}>
          {name} <span className={classes.summary}>{count}</span>
        </div>
      ))}
      {rest > 0 && <div className={classes.summary}>and {rest} more</div>}
    </>
  )
}

function Example({ text, tag }: { text: string; tag: string }) {
  const parts = text.split(tag)
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={index}>
      {index > 0 && <mark>{tag}</mark>}
      {part}
    </Fragment>
  ))
}
