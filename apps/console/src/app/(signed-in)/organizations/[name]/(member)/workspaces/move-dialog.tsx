'use client'

import { Modal, ScrollArea, Skeleton, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { EngineVersionState } from '~/app/(signed-in)/engine-versions/state'
import { useOrganization } from '~/app/(signed-in)/organizations/[name]/own-organization'
import { graphql } from '~/data/generated'
import type { WorkspacesToMoveQuery } from '~/data/generated/graphql'
import { query } from '~/data/query'
import { useChange } from '~/data/use-change'
import { DialogForm } from '~/shell/dialog-form'
import { ReasonField } from '~/ui/reason-field'
import { count } from '~/ui/text'
import { Exact, Note } from '~/ui/texts'
import classes from './move-dialog.module.css'
import { versionText } from './texts'
import { VersionSelect } from './version-select'

/** As many as the API moves at once. */
const WorkspacesToMove = graphql(`
  query WorkspacesToMove($name: String!) {
    organization(name: $name) {
      workspaces(needsUpgrade: true, page: { size: 100 }) {
        nodes {
          ...WorkspaceRow
        }
        totalCount
      }
    }
  }
`)

const WorkspacesMove = graphql(`
  mutation WorkspacesMove($input: WorkspacesMoveInput!) {
    workspacesMove(input: $input) {
      workspaces {
        id
        resolvedEngineVersion
      }
    }
  }
`)

type Found = NonNullable<WorkspacesToMoveQuery['organization']>['workspaces']

type Props = { opened: boolean; onClose: () => void }

/** Asks for the version to which all outdated workspaces are moved. */
export function MoveDialog({ opened, onClose }: Props) {
  const { name } = useOrganization()
  const { data } = useQuery({ ...query(WorkspacesToMove, { name }), enabled: opened })
  const found = data?.organization?.workspaces
  return (
    <Modal opened={opened} onClose={onClose} title="Change the engine version" size="lg">
      {found ? <MoveForm found={found} onClose={onClose} /> : <Skeleton height={240} />}
    </Modal>
  )
}

function MoveForm({ found: { nodes, totalCount }, onClose }: { found: Found; onClose: () => void }) {
  const form = useForm({ initialValues: { engineVersion: 'latest', reason: '' } })
  const move = useChange(WorkspacesMove)

  async function submit({ engineVersion, reason }: { engineVersion: string; reason: string }) {
    const input = { ids: nodes.map(({ id }) => id), engineVersion, reason: reason.trim() || null }
    const { workspaces, userErrors } = await move.mutateAsync(input)
    if (!workspaces) return userErrors
    const to = workspaces[0]?.resolvedEngineVersion
    return { done: `${count(workspaces.length, 'workspace')} moved to ${to}.` }
  }

  return (
    <DialogForm
      form={form}
      submitLabel={`Move ${count(nodes.length, 'workspace')}`}
      onClose={onClose}
      onSubmit={submit}
    >
      <ScrollArea.Autosize
        mah={260}
        type="auto"
        viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Workspaces' }}
      >
        <ul className={classes['list']}>
          {nodes.map((workspace) => (
            <li key={workspace.id}>
              <Text size="sm" fw={600}>
                {workspace.name}
              </Text>
              <Text size="sm" component="div">
                <EngineVersionState
                  version={<Exact>{versionText(workspace)}</Exact>}
                  state={workspace.engineVersionStatus}
                />
              </Text>
            </li>
          ))}
        </ul>
      </ScrollArea.Autosize>
      {totalCount > nodes.length && (
        <Note>{count(totalCount - nodes.length, 'more workspace')} remain for the next step.</Note>
      )}
      <VersionSelect label="New version" {...form.getInputProps('engineVersion')} />
      <ReasonField maxLength={1000} {...form.getInputProps('reason')} />
    </DialogForm>
  )
}
