import { Alert, Input } from '@mantine/core'
import { paths } from '~/paths'
import { useMay } from '~/shell/viewer'
import { TextLink } from '~/ui/links'

/** Notice shown instead of the versions if there are none to choose. */
export function NoVersion() {
  const mayWrite = useMay('ENGINE_VERSIONS_WRITE')
  return (
    <Input.Wrapper labelElement="div" label="Engine version">
      <Alert color="orange" variant="light" title="No engine version is enabled" mt={4}>
        {mayWrite ? (
          <>
            <TextLink href={paths.engineVersionNew()}>Add an engine version</TextLink>, or enable one of the{' '}
            <TextLink href={paths.engineVersions()}>engine versions</TextLink>. Workspaces can be created
            then.
          </>
        ) : (
          'Ask a site administrator to add or enable one. Workspaces can be created then.'
        )}
      </Alert>
    </Input.Wrapper>
  )
}
