'use client'

import { Button, Group, Modal, Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type SubmitEvent, useState } from 'react'
import type { BulkActKind, BulkActPreviewInput, BulkActSettings } from '~/data/generated/graphql'
import { useChange } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import { ReasonField } from '~/ui/reason-field'
import { Problems } from '~/ui/texts'
import { fields, initialSettings } from './fields'
import { type Foreseen, Preview } from './preview'
import { BulkActProgress } from './progress'
import { BulkActStart } from './queries'
import { bulkActs, targetsText } from './words'

/** Things to act on: ids, or the filter of a list. */
export type Targets = Omit<BulkActPreviewInput, 'kind' | 'settings'>

export type Asked = {
  kind: BulkActKind
  targets: Targets
  total: number
  /** The organization that the things belong to; absent where they are those of the site. */
  organization?: string | undefined
  /** Settings unless others are chosen. */
  initial?: BulkActSettings
}

type Props = {
  opened: boolean
  asked: Asked | undefined
  onClose: () => void
  /** Called once an act is started. */
  onStarted?: () => void
}

/** Dialog of an act on many things: what to set, its preview, its reason; then its progress and its outcome. */
export function ActDialog({ opened, asked, onClose, onStarted }: Props) {
  // What was asked when it opened: the list behind it changes meanwhile, and it is shown until it has faded out.
  const [shown, setShown] = useState<Asked>()
  const [wasOpened, setWasOpened] = useState(false)
  if (opened !== wasOpened) {
    setWasOpened(opened)
    if (opened) setShown(asked)
  }
  const title = shown && bulkActs[shown.kind].title(targetsText(shown.kind, shown.total))
  return (
    <Modal opened={opened} onClose={onClose} title={title ?? ''} size="lg">
      {shown && <ActSteps {...shown} onClose={onClose} {...(onStarted && { onStarted })} />}
    </Modal>
  )
}

type StepsProps = Asked & Pick<Props, 'onClose' | 'onStarted'>

/** The same in any dialog. */
export function ActSteps({ onStarted, ...asked }: StepsProps) {
  const [started, setStarted] = useState<string>()
  if (started !== undefined)
    return <BulkActProgress id={started} isStarted onFollow={setStarted} onClose={asked.onClose} />
  const onStart = (id: string) => {
    setStarted(id)
    onStarted?.()
  }
  return <ActForm {...asked} onStart={onStart} />
}

type FormProps = Asked & { onClose: () => void; onStart: (id: string) => void }

function ActForm({ kind, targets, total, organization, initial, onClose, onStart }: FormProps) {
  const [settings, setSettings] = useState<BulkActSettings | undefined>(initial ?? initialSettings[kind])
  const [typed] = useDebouncedValue(settings, 250)
  const [foreseen, setForeseen] = useState<Foreseen>()
  const [reason, setReason] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const start = useChange(BulkActStart)
  const Field = fields[kind]
  const isForeseen = foreseen !== undefined && settings !== undefined && typed === settings
  const changing = isForeseen ? foreseen.changing.count : 0

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (settings === undefined || foreseen === undefined || changing === 0) return
    const input = { ...targets, kind, settings, expectedTotal: foreseen.total, reason: reason.trim() || null }
    const { bulkAct, userErrors } = await start.mutateAsync(input)
    setProblems(userErrors.map(messageOf))
    if (bulkAct) onStart(bulkAct.id)
  }

  return (
    <form onSubmit={(event) => void submit(event).catch(() => undefined)}>
      <Stack gap="md">
        <Field organization={organization} initial={initial} onChange={setSettings} />
        {typed !== undefined && (
          <Preview input={{ ...targets, kind, settings: typed }} onForeseen={setForeseen} />
        )}
        <ReasonField value={reason} onChange={setReason} />
        <Problems texts={problems} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={start.isPending} disabled={changing === 0}>
            {bulkActs[kind].start(targetsText(kind, isForeseen ? changing : total))}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
