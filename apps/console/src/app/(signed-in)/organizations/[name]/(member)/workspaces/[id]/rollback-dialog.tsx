'use client'

import { Modal, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { ReasonField } from '~/ui/reason-field'
import { numberText } from '~/ui/text'
import { ChangeList } from './changes-dialog'
import type { FoundState, FoundWorkspace } from './queries'

const StateRollBack = graphql(`
  mutation StateRollBack($input: StateVersionRollBackInput!) {
    stateVersionRollBack(input: $input) {
      stateVersion {
        serial
      }
    }
  }
`)

type Props = {
  opened: boolean
  onClose: () => void
  /** Id of the state to roll back to. */
  id: string
  current: FoundState
  workspace: FoundWorkspace
}

export const RollbackDialog = ({ opened, onClose, ...props }: Props) => (
  <Modal
    opened={opened}
    onClose={onClose}
    title={`Roll back the state of ${props.workspace.name}?`}
    size="lg"
  >
    {opened && <RollbackForm {...props} onClose={onClose} />}
  </Modal>
)

function RollbackForm({ id, current, workspace, onClose }: Omit<Props, 'opened'>) {
  const form = useForm({ initialValues: { reason: '' } })
  const rollBack = useChange(StateRollBack)

  async function submit({ reason }: { reason: string }) {
    const { stateVersion, userErrors } = await rollBack.mutateAsync({ id, reason: reason.trim() })
    if (!stateVersion) return userErrors
    return { done: `${workspace.name} is rolled back, with serial ${stateVersion.serial}.` }
  }

  return (
    <DialogForm form={form} submitLabel="Roll back" danger onClose={onClose} onSubmit={submit}>
      <Text size="sm">
        The earlier state is written again with serial {numberText(current.serial + 1)}. Your infrastructure
        does not change: the next plan shows the differences. Against the current state:
      </Text>
      <ChangeList id={id} fromId={current.id} />
      <ReasonField required {...form.getInputProps('reason')} />
    </DialogForm>
  )
}
