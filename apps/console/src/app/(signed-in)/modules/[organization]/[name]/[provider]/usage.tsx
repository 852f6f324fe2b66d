'use client'

import { Stack } from '@mantine/core'
import { Downloads } from './downloads'
import { InstalledVersions } from './installed-versions'
import type { FoundModule, Shown } from './queries'
import type { CliFacts } from './snippet'
import { Section } from '~/ui/section'
import { isRootUncallable, SubmoduleCalls } from './submodule-calls'
import { UseModule } from './use-module'

type Props = Pick<Shown, 'version' | 'part' | 'folders'> & { module: FoundModule; cli: CliFacts }

/** How it is called, and of one's own modules who does. */
export const Usage = ({ module, version, part, folders, cli }: Props) => (
  <Stack gap="md">
    {part && version !== undefined && (
      <>
        {isRootUncallable({ part, folders }) ? (
          <Section title="In your configuration">
            <SubmoduleCalls module={module} cli={cli} version={version} folders={folders} />
          </Section>
        ) : (
          <UseModule module={module} version={version} part={part} cli={cli} />
        )}
      </>
    )}
    {!part?.path && <InstalledVersions module={module} />}
    {!module.usableOnly && !part?.path && <Downloads module={module} />}
  </Stack>
)
