'use client'

import { useRef, useState } from 'react'
import { graphql } from '~/data/generated'
import { uploadFile } from '~/data/upload'
import { useChange, useInvalidate } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import type { FoundVersion } from '../[version]/queries'
import { isUploaded, type Release, type ReleaseFile } from './read-release'

export const ProviderPlatformCreate = graphql(`
  mutation ProviderPlatformCreate($input: RegistryProviderPlatformCreateInput!) {
    registryProviderPlatformCreate(input: $input) {
      registryProviderPlatform {
        providerBinaryUploadUrl
      }
    }
  }
`)

/** Progress of a file; `share` goes from 0 to 1. */
export type FileState =
  | { step: 'waiting' }
  | { step: 'sending'; share: number }
  | { step: 'uploaded' }
  | { step: 'failed'; reasons: readonly string[] }

/** Upload link of a file: null if it is already there. */
type Target = { link: string | null } | { reasons: readonly string[] }

/** Uploads the files of a release to a version, one after the other; one that failed is tried again by itself. */
export function useReleaseUpload(version: FoundVersion) {
  const create = useChange(ProviderPlatformCreate)
  const invalidate = useInvalidate()
  const [states, setStates] = useState<Readonly<Record<string, FileState>>>({})
  // What was asked for once stays good for a day.
  const links = useRef(new Map<string, string | null>())
  const abort = useRef(new AbortController())

  async function targetOf({ kind, platform, file }: ReleaseFile): Promise<Target> {
    const known = links.current.get(file.name)
    if (known !== undefined) return { link: known }
    if (kind === 'shasums') return { link: version.shasumsUploadUrl }
    if (kind === 'signature') return { link: version.shasumsSigUploadUrl }
    if (!platform) return { reasons: ['It is of no platform'] }
    const { os, arch, shasum } = platform
    const found = version.platforms.find((each) => each.os === os && each.arch === arch)
    if (found) return { link: found.providerBinaryUploadUrl }
    const input = { versionId: version.id, os, arch, shasum, filename: file.name }
    const { registryProviderPlatform: made, userErrors } = await create.mutateAsync(input)
    return made ? { link: made.providerBinaryUploadUrl } : { reasons: userErrors.map(messageOf) }
  }

  const show = ({ file }: ReleaseFile, state: FileState) =>
    setStates((before) => ({ ...before, [file.name]: state }))

  /** Finds where a file goes; false if the API refused it. */
  async function prepare(each: ReleaseFile): Promise<boolean> {
    show(each, { step: 'waiting' })
    const failed = { reasons: ['The API does not answer'] }
    const target = await targetOf(each).catch(() => failed)
    if ('reasons' in target) show(each, { step: 'failed', reasons: target.reasons })
    else links.current.set(each.file.name, target.link)
    return !('reasons' in target)
  }

  async function send(each: ReleaseFile): Promise<void> {
    const link = links.current.get(each.file.name) ?? null
    if (link === null) return show(each, { step: 'uploaded' })
    const progress = (share: number) => show(each, { step: 'sending', share })
    progress(0)
    const outcome = await uploadFile(link, each.file, progress, abort.current.signal)
    if (outcome.kind === 'taken') show(each, { step: 'uploaded' })
    else if (outcome.kind === 'refused') show(each, { step: 'failed', reasons: outcome.reasons })
    else show(each, { step: 'failed', reasons: ['The upload was interrupted'] })
  }

  /** All platforms are made first: a version is published as soon as the files of those that it has are there. */
  async function sendAll(release: Release): Promise<void> {
    abort.current = new AbortController()
    const files = release.files.filter(isUploaded)
    const sendable: ReleaseFile[] = []
    for (const each of files) if (await prepare(each)) sendable.push(each)
    for (const each of sendable) if (!abort.current.signal.aborted) await send(each)
    await invalidate()
  }

  async function retry(each: ReleaseFile): Promise<void> {
    abort.current = new AbortController()
    if (await prepare(each)) await send(each)
    await invalidate()
  }

  const isUnderWay = Object.values(states).some(({ step }) => step === 'sending')
  return { states, isUnderWay, sendAll, retry, stop: () => abort.current.abort() }
}
