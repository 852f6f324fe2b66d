'use client'

import { Select } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { paths } from '~/paths'
import { useRouter } from '~/ui/navigation'
import type { FoundModule, FoundVersion } from './queries'

/** Shows another version, on the same tab. Those that cannot be installed any more can still be read about. */
export function VersionSelect({ module, version }: { module: FoundModule; version: string }) {
  const router = useRouter()
  const tab = useSearchParams().get('tab')
  const show = (wanted: string | null) =>
    wanted !== null && router.push(paths.module(module, { version: wanted, ...(tab !== null && { tab }) }))
  return (
    <Select
      aria-label="Version"
      w={{ base: '100%', sm: 220 }}
      data={module.versions.nodes
        .filter(({ status }) => status === 'OK')
        .map((each) => ({ value: each.version, label: labelOf(each, module.newestVersion?.version) }))}
      value={version}
      onChange={show}
      allowDeselect={false}
      searchable
      nothingFoundMessage="No such version"
    />
  )
}

function labelOf({ version, deprecation }: FoundVersion, newest: string | undefined): string {
  if (deprecation) return `${version} (${deprecation.status.toLowerCase()})`
  return version === newest ? `${version} (newest)` : version
}
