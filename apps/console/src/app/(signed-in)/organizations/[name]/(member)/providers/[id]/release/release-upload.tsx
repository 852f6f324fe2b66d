'use client'

import { Button, Group, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useUnsavedChanges } from '~/shell/leave-guard'
import { count } from '~/ui/plural'
import { Section } from '~/ui/section'
import { Problems } from '~/ui/texts'
import type { FoundProvider, FoundVersion } from '../[version]/queries'
import { FileList } from './file-list'
import { takeOver } from './hand-over'
import { isUploaded, problemsOf, readRelease, type Release } from './read-release'
import { ReleaseDrop } from './release-drop'
import { useReleaseUpload } from './use-release-upload'

type Props = { provider: FoundProvider; version: FoundVersion }

/** Takes the files that a version waits for, all at once. */
export function ReleaseUpload({ provider, version }: Props) {
  const [release, setRelease] = useState<Release>()
  const { states, isUnderWay, sendAll, retry, stop } = useReleaseUpload(version)
  useUnsavedChanges(isUnderWay)
  const isBegun = Object.keys(states).length > 0
  const begin = useRef((handed: Release) => {
    setRelease(handed)
    void sendAll(handed)
  })
  useEffect(() => {
    const handed = takeOver(version.id)
    if (handed) begin.current(handed)
  }, [version.id])
  const sent = release?.files.filter(isUploaded) ?? []
  const keys = provider.organization.gpgKeys.nodes.filter(({ signerIds }) =>
    signerIds.some((id) => version.keyId.toUpperCase().endsWith(id)),
  )
  const problems = release ? problemsOf(release, keys, version.version) : []
  const fits = release && problems.length === 0 && sent.every(({ problem }) => problem === null)
  return (
    <Section title="Release files">
      <Stack gap="md">
        {!isBegun && (
          <ReleaseDrop onFiles={(files) => void readRelease(files, provider.name).then(setRelease)} />
        )}
        {release && (
          <>
            <Problems texts={problems} />
            <FileList files={release.files} uploads={{ states, retry: (each) => void retry(each) }} />
            <Group gap="xs">
              {!isBegun && (
                <Button onClick={() => void sendAll(release)} disabled={!fits}>
                  Upload {count(sent.length, 'file')}
                </Button>
              )}
              {isUnderWay && (
                <Button variant="default" onClick={stop}>
                  Stop
                </Button>
              )}
            </Group>
          </>
        )}
      </Stack>
    </Section>
  )
}
