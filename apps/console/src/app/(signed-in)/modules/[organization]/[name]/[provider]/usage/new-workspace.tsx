'use client'

import { Button, SimpleGrid, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { cloudBlock } from '~/app/(signed-in)/organizations/[name]/(member)/workspaces/[id]/texts'
import { useOwnOrganizations } from '~/app/(signed-in)/organizations/own-organizations'
import { graphql } from '~/data/generated'
import { query, useQueryKeepingPrevious } from '~/data/query'
import { useChange } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Failure } from '~/ui/feedback/failure'
import { foundOptions, hiddenOf, namedOption } from '~/ui/lists/found-options'
import { download } from '~/ui/download'
import { plainText } from '~/ui/plain-text'
import { Section } from '~/ui/section'
import { Note, Problems } from '~/ui/texts'
import { toastDone } from '~/ui/feedback/toast'
import { useDebouncedText } from '~/ui/use-debounced-text'
import type { CliFacts } from '../words'
import { Select } from '~/ui/list-field'
import { Segments } from '~/ui/segments'

const WorkspaceHomes = graphql(`
  query WorkspaceHomes($namespace: String!) {
    viewer {
      likely: organizations(names: [$namespace], page: { size: 1 }) {
        nodes {
          name
          permissions
        }
      }
      organizations(page: { size: 1 }) {
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
  /** Default name of a new workspace, and its likely organization. */
  name: string
  namespace: string
}

/** A workspace that calls the module: one that exists or a new one, and one file with all that it needs. */
export function WithWorkspace({ call, cli, name, namespace }: Props) {
  const { data, error, refetch } = useQuery(query(WorkspaceHomes, { namespace }))
  const section = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (window.location.hash === '#workspace') section.current?.scrollIntoView()
  }, [])
  const { likely, organizations } = data?.viewer ?? {}
  const home = likely?.nodes[0] ?? organizations?.nodes[0]
  return (
    <div id="workspace" ref={section} style={{ scrollMarginTop: '5rem' }}>
      <Section title="Create a workspace from this module">
        {!data && (error === null ? skeleton : <NotLoaded error={error} retry={refetch} />)}
        {data && !home && (
          <Note>
            A workspace belongs to an organization, and you are in none. Ask an owner of one to invite you.
          </Note>
        )}
        {home && <Form {...{ call, cli, name, home }} />}
      </Section>
    </div>
  )
}

const skeleton = <Skeleton height={320} />

const NotLoaded = ({ error, retry }: { error: Error; retry: () => unknown }) => (
  <Failure title="Your organizations could not be loaded" error={error} retry={() => void retry()} />
)

type Home = { name: string; permissions: readonly string[] }

type FormProps = Omit<Props, 'namespace'> & { home: Home }

const kinds = [
  { value: 'new', label: 'New workspace' },
  { value: 'existing', label: 'Existing workspace' },
]

function Form({ call, cli, name, home: likely }: FormProps) {
  const [home, setHome] = useState(likely)
  const [isNew, setNew] = useState(true)
  const [typed, setTyped] = useState(name)
  const [chosen, setChosen] = useState<string | null>(null)
  const workspace = isNew ? typed.trim() : (chosen ?? '')
  const choose = (wanted: Home) => {
    setHome(wanted)
    setChosen(null)
  }
  const organization = home.name
  return (
    <Stack gap="md">
      <Text size="sm">
        One file holds the call and the <code>cloud</code> block of a workspace, which stores its state here.
      </Text>
      <Segments
        label="Workspace"
        options={kinds}
        value={isNew ? 'new' : 'existing'}
        onChange={(kind) => setNew(kind === 'new')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
        <HomeSelect value={home} onChange={choose} />
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
        mayCreate={home.permissions.includes('WORKSPACES_WRITE')}
        onCreated={() => {
          // A second press would make it again.
          setChosen(workspace)
          setNew(false)
        }}
      />
    </Stack>
  )
}

/** Finds an organization of the viewer by a part of its name. */
function HomeSelect({ value, onChange }: { value: Home; onChange: (home: Home) => void }) {
  const [text, setText] = useState(value.name)
  const { organizations, ...found } = useOwnOrganizations(text === value.name ? '' : text)
  const homes = organizations.some(({ name }) => name === value.name)
    ? organizations
    : [value, ...organizations]
  const shown = text === value.name ? homes : organizations
  const options = shown.map(({ name }) => namedOption(name))
  return (
    <Select
      label="Organization"
      value={value.name}
      onChange={(name) => onChange(homes.find((home) => home.name === name) ?? value)}
      allowDeselect={false}
      searchable
      searchValue={text}
      onSearchChange={setText}
      {...foundOptions({ noun: 'organization', options, ...found })}
    />
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

/** Download of the file, and a button that creates its workspace first if it is new. */
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
        <Note>
          Only people who manage the workspaces of {organization} can create one there. Choose another
          organization.
        </Note>
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
        totalCount
      }
    }
  }
`)

type SelectProps = { organization: string; value: string | null; onChange: (name: string | null) => void }

/** Finds a workspace of an organization by a part of its name. */
function WorkspaceSelect({ organization, value, onChange }: SelectProps) {
  const [search, setSearch] = useState('')
  const [text, change] = useDebouncedText(search, setSearch)
  const asked = text === value ? '' : search
  const { data, isFetching } = useQueryKeepingPrevious(WorkspaceOptions, { organization, search: asked })
  const found = data?.organization?.workspaces
  const names = found?.nodes.map((each) => each.name) ?? []
  const options = (value === null || names.includes(value) ? names : [value, ...names]).map(namedOption)
  return (
    <Select
      label="Workspace"
      placeholder="Search workspaces"
      {...foundOptions({ noun: 'workspace', options, hidden: hiddenOf(found), isFetching })}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={change}
    />
  )
}
