'use client'

import { NativeSelect } from '@mantine/core'
import { useSearchParams } from 'next/navigation'
import { paths } from '~/paths'
import { useRouter } from '~/ui/navigation'
import type { FoundModule, FoundVersion } from './queries'

/** Shows another version, on the same tab. Those that cannot be installed any more can still be read about. */
export function VersionSelect({ module, version }: { module: FoundModule; version: string }) {
  const router = useRouter()
  const tab = useSearchParams().get('tab')
  const show = (wanted: string) =>
    router.push(paths.module(module, { version: wanted, ...(tab !== null && { tab }) }))
  const published = module.versions.nodes
    .filter(({ status }) => status === 'OK')
    .map((each) => ({ value: each.version, label: labelOf(each, module.newestVersion?.version) }))
  // One that is older than the list reaches.
  const isListed = published.some(({ value }) => value === version)
  return (
    <NativeSelect
      aria-label="Version"
      mb="xs"
      data={isListed ? published : [...published, version]}
      value={version}
      onChange={(event) => show(event.currentTarget.value)}
    />
  )
}

function labelOf({ version, deprecation }: FoundVersion, newest: string | undefined): string {
  if (deprecation) return `${version} (${deprecation.status.toLowerCase()})`
  return version === newest ? `${version} (newest)` : version
}
