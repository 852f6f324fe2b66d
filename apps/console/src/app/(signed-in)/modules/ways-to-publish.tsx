'use client'

import { Skeleton, Stack, Text } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import { type ModuleAddress, paths } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'
import { Failure } from '~/ui/feedback/failure'
import { LinkButton, TextLink } from '~/ui/links'
import { Note } from '~/ui/texts'
import { addressOf } from './actions'
import {
  gitHubWorkflow,
  gitLabPipeline,
  programCommands,
  type Publication,
  shellCommands,
} from './publish-commands'
import { Segments } from '~/ui/segments'

const CliFacts = graphql(`
  query CliFacts {
    cli {
      publicUrl
      words
    }
  }
`)

type Props = {
  module: ModuleAddress
  version: string
  /**
   * Task in the browser: create the module, which does not exist yet, or upload a version. Absent if the
   * upload is on the same page, and for viewers who may not.
   */
  inBrowser?: 'make' | 'upload' | undefined
}

/** Ways that lead to the same: in the browser, on a terminal, and by what runs where the sources are. */
export function WaysToPublish({ module, version, inBrowser }: Props) {
  const isMade = inBrowser !== 'make'
  const newToken = (
    <TextLink
      href={paths.tokens({
        dialog: 'create',
        ...(isMade && { scope: 'publish', target: addressOf(module) }),
      })}
    >
      New token
    </TextLink>
  )
  return (
    <Stack gap="md">
      {inBrowser === 'upload' && (
        <LinkButton
          href={paths.modulePublish(module, { version })}
          leftSection={<IconUpload size={16} />}
          style={{ alignSelf: 'flex-start' }}
        >
          Upload a version
        </LinkButton>
      )}
      {!isMade && (
        <Text size="sm">
          In the browser,{' '}
          <TextLink href={paths.moduleNew({ organization: module.namespace })}>make the module</TextLink>,
          then upload its folder. Or choose its address here, in place of <code>{addressOf(module)}</code>:
        </Text>
      )}
      <PublishFrom module={module} version={version} isMade={isMade} newToken={newToken} />
    </Stack>
  )
}

type FromProps = Pick<Props, 'module' | 'version'> & { isMade: boolean; newToken: ReactNode }

/** The commands or the job for where the module is published from. */
function PublishFrom({ module, version, isMade, newToken }: FromProps) {
  const [from, setFrom] = useState('terminal')
  return (
    <>
      <Segments
        label="Where it is published from"
        value={from}
        onChange={setFrom}
        options={[
          { value: 'terminal', label: 'Terminal' },
          { value: 'github', label: 'GitHub Actions' },
          { value: 'gitlab', label: 'GitLab CI' },
        ]}
      />
      {from === 'terminal' && (
        <Terminal module={module} version={version} isMade={isMade} newToken={newToken} />
      )}
      {from === 'github' && (
        <div>
          <Commands module={module} version={version} what="the workflow" textOf={gitHubWorkflow}>
            Save it as <code>.github/workflows/publish.yml</code>, keep a token as the secret{' '}
            <code>ENGINE_TOKEN</code>, and push a tag such as <code>v{version}</code>. {newToken}
          </Commands>
          <WithoutSecret module={module} />
        </div>
      )}
      {from === 'gitlab' && (
        <div>
          <Commands module={module} version={version} what="the pipeline" textOf={gitLabPipeline}>
            Save it as <code>.gitlab-ci.yml</code>, keep a token as the masked variable{' '}
            <code>ENGINE_TOKEN</code>, and push a tag such as <code>v{version}</code>. {newToken}
          </Commands>
          <WithoutSecret module={module} />
        </div>
      )}
    </>
  )
}

/** The job then has another form, which the page of the identity shows. */
const WithoutSecret = ({ module: { namespace } }: Pick<Props, 'module'>) => (
  <Note mt="sm">
    Or publish without a stored secret: an owner allows the repository in the{' '}
    <TextLink href={paths.ciIdentities(namespace)}>CI identities</TextLink> of {namespace}.
  </Note>
)

/** The shell alone makes no module, so that one that is not there takes the program. */
const Terminal = ({ module, version, isMade, newToken }: FromProps) => (
  <Stack gap="md">
    <Commands module={module} version={version} what="the commands" textOf={programCommands}>
      In the folder of the module, after <code>export ENGINE_TOKEN=…</code> with a token. {newToken}
      {!isMade && ' (a token that publishes the module also creates it)'}
    </Commands>
    {isMade && (
      <Commands module={module} version={version} what="the commands of the shell" textOf={shellCommands}>
        The same with nothing but a shell:
      </Commands>
    )}
  </Stack>
)

type CommandsProps = Pick<Props, 'module' | 'version'> & {
  what: string
  textOf: (publication: Publication) => string
  children: ReactNode
}

/** Lines to copy; before it is known where the platform is, a place of their height. */
function Commands({ module, version, what, textOf, children }: CommandsProps) {
  const { data, error, refetch } = useQuery({ ...query(CliFacts, {}), staleTime: Infinity })
  const about = { address: addressOf(module), version }
  const lines = textOf({ ...about, url: 'https://unknown.invalid' })
    .trimEnd()
    .split('\n').length
  return (
    <div>
      <Text size="sm" mb={6}>
        {children}
      </Text>
      {data ? (
        <CodeToCopy text={textOf({ ...about, url: data.cli.publicUrl })} what={what} />
      ) : error ? (
        <Failure title="The commands could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Skeleton
          height={`calc(${lines} * var(--mantine-font-size-xs) * var(--mantine-line-height) + 2.5rem)`}
        />
      )}
    </div>
  )
}
