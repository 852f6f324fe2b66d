'use client'

import { Stack } from '@mantine/core'
import { Downloads } from './downloads'
import { InstalledVersions } from './installed-versions'
import type { FoundModule, ShownPart } from './queries'
import type { CliFacts } from './snippet'
import { UseModule } from './use-module'

type Props = { module: FoundModule; version: string | undefined; part: ShownPart | undefined; cli: CliFacts }

/** How it is called, and of one's own modules who does. */
export const Usage = ({ module, version, part, cli }: Props) => (
  <Stack gap="md">
    {part && version !== undefined && <UseModule module={module} version={version} part={part} cli={cli} />}
    {!part?.path && <InstalledVersions module={module} />}
    {!module.usableOnly && !part?.path && <Downloads module={module} />}
  </Stack>
)
