'use client'

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { graphql } from '~/data/generated'
import { query } from '~/data/query'
import type { ModuleAddress } from '~/paths'
import { CodeToCopy } from '~/ui/code-to-copy'

const CliFacts = graphql(`
  query CliFacts {
    cli {
      publicUrl
      words
    }
  }
`)

type Props = {
  address: ModuleAddress
  version: string
  /** Whether this is said where the upload in the browser is, which then goes without saying. */
  inBrowser?: boolean
}

const text = ({ namespace, name, provider }: ModuleAddress): string => `${namespace}/${name}/${provider}`

/** Publishes the folder one is in by the small tool of the platform. */
const publishCommand = (url: string, address: ModuleAddress, version: string): string =>
  `engine-publish . --to ${text(address)} --version ${version} --url ${url}`

/** The same with nothing but a shell: ask for the upload link, then put the archive there. */
function curlCommands(url: string, address: ModuleAddress, version: string): string {
  const versions = `${url}/api/v2/organizations/${address.namespace}/registry-modules/private/${text(address)}/versions`
  return `LINK=$(curl -sS -X POST "${versions}" \\
  -H "Authorization: Bearer $ENGINE_TOKEN" -H "Content-Type: application/vnd.api+json" \\
  -d '{"data":{"type":"registry-module-versions","attributes":{"version":"${version}"}}}' \\
  | grep -o '"upload":"[^"]*' | cut -d'"' -f4)
tar -czf - . | curl -sS -X PUT --data-binary @- "$LINK"`
}

/** Three ways that lead to the same: in the browser, by the small tool of the platform, and by hand. */
export function WaysToPublish({ address, version, inBrowser = false }: Props) {
  const { data } = useQuery({ ...query(CliFacts, {}), staleTime: Infinity })
  const url = data?.cli.publicUrl ?? 'https://…'
  return (
    <Stack gap="md">
      {!inBrowser && (
        <Text size="sm">
          <strong>In the browser</strong>: make the module, then upload a gzip tar of its folder.
        </Text>
      )}
      <div>
        <Text size="sm" mb={6}>
          <strong>From a folder</strong>, with a token of yours in <code>ENGINE_TOKEN</code>:
        </Text>
        <CodeToCopy text={publishCommand(url, address, version)} what="the command" />
      </div>
      <div>
        <Text size="sm" mb={6}>
          <strong>By hand</strong>, once the module is made:
        </Text>
        <CodeToCopy text={curlCommands(url, address, version)} what="the commands" />
      </div>
    </Stack>
  )
}
