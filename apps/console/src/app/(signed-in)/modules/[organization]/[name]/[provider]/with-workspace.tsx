'use client'

import { Button, SegmentedControl, Select, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { cloudBlock } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/[id]/texts'
import { graphql } from '~/data/generated'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { useChange } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Failure } from '~/ui/failure'
import { download } from '~/ui/list-csv'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { Note, Problems } from '~/ui/texts'
import { toastDone } from '~/ui/toast'
import { useTyped } from '~/ui/typed'
import type { CliFacts } from './words'

const WorkspaceHomes = graphql(`
  query WorkspaceHomes {
    viewer {
      organizations(page: { size: 100 }) {
        nodes {
          name
          permissions
        }
      }
    }
  }
`)

type Props = {
  /** The call as it is filled in. */
  call: string
  cli: CliFacts
  /** What a new workspace is called by itself, and where it likely belongs. */
  name: string
  namespace: string
}

/** A workspace that calls the module: one that exists or a new one, and one file with all that it needs. */
export function WithWorkspace({ call, cli, name, namespace }: Props) {
  const { data, error, refetch } = useQuery(query(WorkspaceHomes, {}))
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash === '#workspace') section.current?.scrollIntoView()
  }, [])
  const homes = data?.viewer?.organizations.nodes
  return (
    <div id="workspace" ref={section} style={{ scrollMarginTop: '5rem' }}>
      <Section title="Create a workspace from this module">
        {homes === undefined && (error === null ? skeleton : <NotLoaded error={error} retry={refetch} />)}
        {homes?.length === 0 && (
          <Note>
            A workspace belongs to an organization, and you are in none. Ask its owner to invite you.
          </Note>
        )}
        {homes && homes.length > 0 && <Form {...{ call, cli, name, namespace, homes }} />}
      </Section>
    </div>
  )
}

const skeleton = <Skeleton height={320} />

const NotLoaded = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <Failure title="Your organizations could not be loaded" error={error} retry={() => void retry()} />
)

type Home = { name: string; permissions: readonly string[] }

type FormProps = Props & { homes: readonly Home[] }

const kinds = [
  { value: 'new', label: 'New workspace' },
  { value: 'existing', label: 'Existing workspace' },
]

function Form({ call, cli, name, namespace, homes }: FormProps) {
  const likely = homes.find((home) => home.name === namespace) ?? homes[0]
  const [organization, setOrganization] = useState(likely?.name ?? '')
  const [isNew, setNew] = useState(true)
  const [typed, setTyped] = useState(name)
  const [chosen, setChosen] = useState<string | null>(null)
  const workspace = isNew ? typed.trim() : (chosen ?? '')
  const choose = (wanted: string | null) => {
    setOrganization(wanted ?? organization)
    setChosen(null)
  }
  const homeOf = homes.find((home) => home.name === organization)
  return (
    <Stack gap="md">
      <Text size="sm">
        One file holds the call and the <code>cloud</code> block of a workspace, which stores its state here.
      </Text>
      <SegmentedControl
        aria-label="Workspace"
        size="xs"
        data={kinds}
        value={isNew ? 'new' : 'existing'}
        onChange={(kind) => setNew(kind === 'new')}
        style={{ alignSelf: 'flex-start' }}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <Select
          label="Organization"
          data={homes.map((home) => home.name)}
          value={organization}
          onChange={choose}
          allowDeselect={false}
          searchable
        />
        {isNew ? (
          <TextInput
            label="Name"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            {...plainText}
          />
        ) : (
          <WorkspaceSelect organization={organization} value={chosen} onChange={setChosen} />
        )}
      </SimpleGrid>
      <TheFile
        file={`${cloudBlock(cli, organization, workspace || '…')}\n\n${call}\n`}
        organization={organization}
        workspace={workspace}
        isNew={isNew}
        mayCreate={homeOf?.permissions.includes('WORKSPACES_WRITE') ?? false}
        onCreated={() => {
          // A second press would make it again.
          setChosen(workspace)
          setNew(false)
        }}
      />
    </Stack>
  )
}

type FileProps = {
  file: string
  organization: string
  workspace: string
  isNew: boolean
  mayCreate: boolean
  onCreated: () => void
}

/** What is downloaded, and the button that makes the workspace of it first where it is new. */
function TheFile({ file, organization, workspace, isNew, mayCreate, onCreated }: FileProps) {
  const [problems, setProblems] = useState<readonly string[]>([])
  const create = useChange('workspaceCreate')

  async function finish() {
    if (isNew) {
      const { userErrors } = await create.mutateAsync({ organization, name: workspace })
      setProblems(userErrors.map(messageOf))
      if (userErrors.length > 0) return
      toastDone(`${workspace} is created.`)
      onCreated()
    }
    download('main.tf', file, 'text/plain;charset=utf-8')
  }

  return (
    <>
      <Problems texts={isNew ? problems : []} />
      {isNew && !mayCreate && (
        <Note>Only those who manage the workspaces of {organization} create one there. Choose another.</Note>
      )}
      <CodeToCopy text={file} what="the file with call and workspace" language="hcl" />
      <Button
        leftSection={<IconDownload size={16} />}
        onClick={() => void finish()}
        loading={create.isPending}
        disabled={workspace === '' || (isNew && !mayCreate)}
        style={{ alignSelf: 'flex-start' }}
      >
        {isNew ? 'Create workspace and download' : 'Download main.tf'}
      </Button>
    </>
  )
}

const WorkspaceOptions = graphql(`
  query WorkspaceOptions($organization: String!, $search: String!) {
    organization(name: $organization) {
      workspaces(search: $search, page: { size: 20 }) {
        nodes {
          name
        }
      }
    }
  }
`)

type SelectProps = { organization: string; value: string | null; onChange: (name: string | null) => void }

/** Finds a workspace of an organization by a part of its name. */
function WorkspaceSelect({ organization, value, onChange }: SelectProps) {
  const [search, setSearch] = useState('')
  const [text, change] = useTyped(search, setSearch)
  const asked = text === value ? '' : search
  const { data, isFetching } = useQueryKeepingPrevious(WorkspaceOptions, { organization, search: asked })
  const names = data?.organization?.workspaces.nodes.map((each) => each.name) ?? []
  return (
    <Select
      label="Workspace"
      placeholder="Search workspaces"
      data={value === null || names.includes(value) ? names : [value, ...names]}
      // What was found is shown as it is.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={change}
      nothingFoundMessage={isFetching ? 'Searching …' : 'No such workspace'}
    />
  )
}
