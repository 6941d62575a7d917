import { ActionIcon, Input } from '@mantine/core'
import { IconFileUpload, IconX } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { formatBytes } from '../../../shared/format-bytes'
import classes from '../launcher.module.css'

interface Props {
  id: string
  name: string
  label: string
  required: boolean
  className?: string
  description?: string
  error?: string
  inputWrapperOrder: ('label' | 'input' | 'description' | 'error')[]
  files: readonly File[]
  endings: readonly string[]
  multiple: boolean
  onChange: (files: readonly File[]) => void
}

/** Files are dropped or chosen; several are collected, a single one is replaced. */
export function FileField({ files, endings, multiple, onChange, name, ...wrapper }: Props) {
  const [isOver, setOver] = useState(false)
  const take = (chosen: readonly File[]) => {
    if (chosen.length > 0)
      onChange(multiple ? [...files, ...chosen.filter(file => !isAmong(file, files))] : chosen.slice(0, 1))
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take([...event.dataTransfer.files])
  }
  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  return (
    <Input.Wrapper {...wrapper}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is an extra way; the input inside is the control */}
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        onDrop={onDrop}
        onDragOver={onDragOver}
        onDragLeave={() => setOver(false)}
      >
        <input
          type="file"
          id={wrapper.id}
          name={name}
          className={classes.fileInput}
          accept={endings.join(',')}
          multiple={multiple}
          required={wrapper.required}
          aria-invalid={wrapper.error ? true : undefined}
          aria-describedby={`${wrapper.id}-${wrapper.error ? 'error' : 'description'}`}
          onChange={event => {
            take([...(event.currentTarget.files ?? [])])
            // The same file can be chosen again after it was removed.
            event.currentTarget.value = ''
          }}
        />
        <IconFileUpload size={18} stroke={1.6} aria-hidden />
        <span>{multiple ? 'Drop files here or choose them' : 'Drop a file here or choose it'}</span>
        <span className={classes.endings}>{endings.join(' ')}</span>
      </div>
      {files.length > 0 && (
        <ul className={classes.files} aria-label={`Chosen: ${files.length}`}>
          {files.map(file => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`}>
              <span className={classes.fileName} data-hint={file.name}>
                {file.name}
              </span>
              <span className={classes.fileSize}>{formatBytes(file.size)}</span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                aria-label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter(other => other !== file))}
              >
                <IconX size={14} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
    </Input.Wrapper>
  )
}

const isAmong = (file: File, files: readonly File[]): boolean =>
  files.some(
    other => other.name === file.name && other.size === file.size && other.lastModified === file.lastModified,
  )
