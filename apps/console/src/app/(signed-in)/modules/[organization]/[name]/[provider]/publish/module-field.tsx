'use client'

import { Alert, Anchor, Group, Input, Progress, Stack, Text } from '@mantine/core'
import { IconFileAlert } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { type Fact, FactList } from '~/ui/fact-list'
import { FileDrop, type PickedFiles } from '~/ui/file-drop'
import { count, firstNames, numberText, shortened, sizeText } from '~/ui/text'
import { Dimmed, Small } from '~/ui/texts'
import type { ChosenModule } from './chosen/chosen-module'
import classes from './module-field.module.css'

/** State of the choice; `share` is the packed part of it. */
export type Choice =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'packing'; share: number }
  | { step: 'unusable'; reason: string }
  | { step: 'ready'; module: ChosenModule; chosenAt: number }

/** Reads what is chosen, in the browser; a later choice takes the place of an earlier one. */
export function useChoice() {
  const [choice, setChoice] = useState<Choice>({ step: 'none' })
  const abort = useRef(new AbortController())
  useEffect(() => () => abort.current.abort(), [])

  async function choose(given: Promise<PickedFiles>): Promise<void> {
    abort.current.abort()
    const { signal } = (abort.current = new AbortController())
    const show = (next: Choice) => !signal.aborted && setChoice(next)
    let percent = -1
    const onProgress = (share: number) => {
      if (Math.floor(share * 100) > percent) show({ step: 'packing', share })
      percent = Math.floor(share * 100)
    }
    show({ step: 'reading' })
    try {
      const { chosenModule } = await import('./chosen/chosen-module')
      const module = await chosenModule(await given, { signal, onProgress })
      show({ step: 'ready', module, chosenAt: Date.now() })
    } catch (error) {
      show({ step: 'unusable', reason: reasonOf(error) })
    }
  }
  return { choice, choose: (given: Promise<PickedFiles>) => void choose(given) }
}

/**
 * Returns the reason for an error; the browser has its own words for a file that was changed or removed
 * meanwhile.
 */
const reasonOf = (error: unknown): string =>
  error instanceof Error && !(error instanceof DOMException)
    ? error.message
    : 'A file cannot be read: it was changed, or moved away. Choose it again.'

const names = { files: 'Archive of the module', folder: 'Folder of the module', button: 'Choose an archive' }

type Props = {
  choice: Choice
  onPick: (given: Promise<PickedFiles>) => void
  error: string | undefined
  disabled: boolean
}

/** The folder or the archive of a module, and what is found in it. */
export function ModuleField({ choice, onPick, error, disabled }: Props) {
  const id = useId()
  return (
    <Stack gap="sm">
      <Input.Wrapper
        id={id}
        label="Module"
        labelElement="div"
        description="Hidden files, states, private keys and what .engineignore names are left out of a folder and of a zip."
        error={error}
        role="group"
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-description${error ? ` ${id}-error` : ''}`}
      >
        <div className={classes['drop']}>
          <FileDrop names={names} accept=".zip,.tar.gz,.tgz,.gz" disabled={disabled} onPick={onPick}>
            Drop the folder of the module here, or a .zip or .tar.gz of it.
          </FileDrop>
        </div>
      </Input.Wrapper>
      <Chosen choice={choice} />
    </Stack>
  )
}

function Chosen({ choice }: { choice: Choice }) {
  switch (choice.step) {
    case 'none':
      return null
    case 'unusable':
      return (
        <Alert color="red" role="alert" icon={<IconFileAlert size={18} />} title="This cannot be published">
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {choice.reason}
          </Text>
        </Alert>
      )
    case 'ready':
      return <Ready module={choice.module} />
    default:
      return <Packing share={choice.step === 'packing' ? choice.share : 0} />
  }
}

const Packing = ({ share }: { share: number }) => (
  <Stack gap={6}>
    <Text size="sm" role="status">
      Reading and packing…
    </Text>
    <Progress value={share * 100} aria-label="Packing" />
  </Stack>
)

/** More are shown on request. */
const fewFiles = 10
/** Maximum number of listed files: more than that no person looks through. */
const mostFiles = 200

/** Preview of what would be published. */
function Ready({ module }: { module: ChosenModule }) {
  const [shown, setShown] = useState(fewFiles)
  const { name, files, leftOut, archive } = module
  const size = files.reduce((sum, file) => sum + file.size, 0)
  return (
    <div className={classes['chosen']}>
      <Text size="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
        <strong>{name}</strong>: {count(files.length, 'file')}, {sizeText(size)}, packed{' '}
        {sizeText(archive.size)}
        {leftOut > 0 && `; ${numberText(leftOut)} left out`}
      </Text>
      <FactList facts={factsOf(module)} />
      <ul className={classes['files']} aria-label="Files">
        {files.slice(0, shown).map((file) => (
          <li key={file.path}>
            <span className={classes['path']}>{file.path}</span>
            <Small>{sizeText(file.size)}</Small>
          </li>
        ))}
      </ul>
      {files.length > shown && (
        <Group gap="xs">
          {shown === fewFiles && (
            <Anchor component="button" type="button" size="sm" onClick={() => setShown(mostFiles)}>
              {files.length > mostFiles
                ? `Show the first ${numberText(mostFiles)} of ${count(files.length, 'file')}`
                : `Show all ${count(files.length, 'file')}`}
            </Anchor>
          )}
          {shown === mostFiles && <Small>and {count(files.length - mostFiles, 'more file')}</Small>}
        </Group>
      )}
    </div>
  )
}

const folders = (paths: readonly string[]) =>
  paths.length === 0 ? none : shortened(firstNames(paths, 3), 120)
const none = <Dimmed>None</Dimmed>

const factsOf = ({ declared, hasReadme, submodules, examples }: ChosenModule): Fact[] => [
  ['Inputs', declared.inputs || none],
  ['Outputs', declared.outputs || none],
  ['README', hasReadme ? 'Found' : none],
  ['Submodules', folders(submodules)],
  ['Examples', folders(examples)],
]
