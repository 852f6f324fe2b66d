import { Alert, Anchor, Text } from '@mantine/core'
import { IconAlertTriangle, IconFileAlert, IconUpload } from '@tabler/icons-react'
import { DeprecationNotice } from '~/app/(signed-in)/deprecation/notice'
import { EndOfLifeNotice } from '~/app/(signed-in)/end-of-life/notice'
import { Link } from '~/ui/link'
import { paths } from '~/paths'
import { TextLink } from '~/ui/links'
import type { FoundModule, FoundVersion } from './queries'

type Props = { module: FoundModule; version: FoundVersion | undefined }

/** What one has to know before one uses the version that is shown, or before there is any. */
export function VersionNotices({ module, version }: Props) {
  return (
    <>
      <LifecycleNotice module={module} version={version} />
      {version && version.warnings.length > 0 && <Warnings sentences={version.warnings} />}
    </>
  )
}

function LifecycleNotice({ module, version }: Props) {
  const { deprecation, endOfLife } = version ?? {}
  if (endOfLife) return <EndOfLifeNotice endOfLife={endOfLife} />
  if (deprecation) return <DeprecationNotice what="version" deprecation={deprecation} />
  if (!version) return <NothingPublished module={module} />
  const [latest] = module.versions.nodes
  return latest?.status === 'FAILED' && module.canPublish ? (
    <Refused module={module} version={latest} />
  ) : null
}

/** What its archive gave cause to say when it was published. */
const Warnings = ({ sentences }: { sentences: readonly string[] }) => (
  <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title="Before you use this version">
    {sentences.map((sentence) => (
      <Text key={sentence} size="sm" style={{ overflowWrap: 'anywhere' }}>
        {sentence.charAt(0).toUpperCase() + sentence.slice(1)}
      </Text>
    ))}
  </Alert>
)

function NothingPublished({ module }: { module: FoundModule }) {
  const [latest] = module.versions.nodes
  if (latest?.status === 'FAILED') return <Refused module={module} version={latest} />
  if (module.status === 'SETUP_COMPLETE') return null
  return (
    <Alert color="harbor" icon={<IconUpload size={18} />} title="Nothing is published yet">
      {latest ? `Version ${latest.version} waits for its archive.` : 'No versions yet.'}{' '}
      {module.canPublish && (
        <TextLink href={paths.modulePublish(module, latest ? { version: latest.version } : {})}>
          Upload it in the browser
        </TextLink>
      )}
    </Alert>
  )
}

function Refused({ module, version: { version, error } }: { module: FoundModule; version: FoundVersion }) {
  return (
    <Alert color="red" icon={<IconFileAlert size={18} />} title={`The upload of ${version} was refused`}>
      <Text size="sm" ff="monospace" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
        {error ?? 'Unknown reason.'}
      </Text>
      {module.canPublish && (
        <Anchor component={Link} href={paths.modulePublish(module, { version })} size="sm">
          Upload it again
        </Anchor>
      )}
    </Alert>
  )
}
