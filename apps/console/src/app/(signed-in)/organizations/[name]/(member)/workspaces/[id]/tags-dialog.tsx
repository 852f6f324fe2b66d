'use client'

import { Modal, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { graphql } from '~/data/generated'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { plainText } from '~/ui/plain-text'
import { count } from '~/ui/text'
import type { FoundWorkspace } from './queries'
import { tagProblem, tagsIn, tagText } from './texts'

const WorkspaceTagsUpdate = graphql(`
  mutation WorkspaceTagsUpdate($input: WorkspaceUpdateInput!) {
    workspaceUpdate(input: $input) {
      workspace {
        name
        tags {
          key
        }
      }
    }
  }
`)

type Props = { workspace: FoundWorkspace; opened: boolean; onClose: () => void }

/** All tags of a workspace, as one text. */
export const TagsDialog = ({ workspace, opened, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title={`Tags of ${workspace.name}`}>
    {opened && <TagsForm workspace={workspace} onClose={onClose} />}
  </Modal>
)

function TagsForm({ workspace, onClose }: Omit<Props, 'opened'>) {
  // Values that the form started with, since the page behind reloads the workspace.
  const [{ id, updatedAt, tags }] = useState(workspace)
  const form = useForm({
    initialValues: { tags: tags.map(tagText).join('\n') },
    validate: { tags: (text) => tagProblem(text, tags) },
  })
  const update = useChange(WorkspaceTagsUpdate)

  async function submit(values: { tags: string }) {
    const input = { id, expectedUpdatedAt: updatedAt, tags: [...tagsIn(values.tags, tags)] }
    const { workspace, userErrors } = await update.mutateAsync(input)
    if (!workspace) return userErrors
    return { done: `${workspace.name} has ${count(workspace.tags.length, 'tag')}.` }
  }

  return (
    <DialogForm form={form} submitLabel="Save tags" onClose={onClose} onSubmit={submit}>
      <Textarea
        label="Tags"
        description="One on each line: a key or key=value. Tags that you delete here are removed."
        autosize
        minRows={4}
        maxRows={14}
        {...plainText}
        {...form.getInputProps('tags')}
      />
    </DialogForm>
  )
}
