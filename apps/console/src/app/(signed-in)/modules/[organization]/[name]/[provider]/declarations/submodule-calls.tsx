import { Stack, Text } from '@mantine/core'
import { paths } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'
import { TextLink } from '~/ui/links'
import { Note } from '~/ui/texts'
import type { FoundModule, Shown } from '../queries'
import { type CliFacts, moduleCall, sourceOf } from '../words'

/** Maximum number of shown calls; the list of submodules has all. */
const mostCalls = 8

type Props = { module: FoundModule; cli: CliFacts; version: string; folders: Shown['folders'] }

/** Code that calls each submodule, for a root that declares nothing. */
export function SubmoduleCalls({ module, cli, version, folders }: Props) {
  const submodules = folders.paths.filter((path) => path.startsWith('modules/')).slice(0, mostCalls)
  return (
    <Stack gap="xs">
      <Note>The root declares nothing, so it cannot be called. Call one of its submodules.</Note>
      {submodules.map((path) => {
        const source = sourceOf(cli, module, path)
        const label = path.slice('modules/'.length)
        return (
          <CodeToCopy
            key={path}
            text={moduleCall(source, version, label, [])}
            what={`the call of ${path}`}
            language="hcl"
          />
        )
      })}
      {folders.submodules > submodules.length && (
        <Text size="sm">
          <TextLink href={paths.module(module, { version, tab: 'dependencies' })}>All submodules</TextLink>
        </Text>
      )}
    </Stack>
  )
}
