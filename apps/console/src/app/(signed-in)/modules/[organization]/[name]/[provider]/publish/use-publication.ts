'use client'

import { useEffect, useRef, useState } from 'react'
import { graphql } from '../../../../../../../data/generated'
import { request } from '../../../../../../../data/request'
import { uploadFile, type UploadOutcome } from '../../../../../../../data/upload'
import type { UserError } from '../../../../../../../data/user-errors'
import { useDeleteVersion, useModulesChanged } from '../../../../changes'

const ModuleVersionCreate = graphql(`
  mutation ModuleVersionCreate($input: RegistryModuleVersionCreateInput!) {
    registryModuleVersionCreate(input: $input) {
      uploadUrl
      userErrors {
        ...UserErrorFacts
      }
    }
  }
`)

const ModuleVersionState = graphql(`
  query ModuleVersionState($moduleId: ID!, $version: String!) {
    registryModule(id: $moduleId) {
      id
      updatedAt
      version(version: $version) {
        id
        status
        error
      }
    }
  }
`)

/** How far a publication has come. The link is good for more than one try, until one of them ends well. */
export type Progress =
  | { step: 'idle' }
  | { step: 'preparing' }
  | { step: 'sending'; share: number }
  | { step: 'reading' }
  | { step: 'refused'; reasons: readonly string[] }
  | { step: 'broken off' }
  | { step: 'published' }

/** From a number and a file to a published version, and again where the file was refused. */
export function usePublication(moduleId: string) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const link = useRef<{ version: string; url: string }>(undefined)
  const abort = useRef<AbortController>(undefined)
  const changed = useModulesChanged()
  const remove = useDeleteVersion()
  useEffect(() => () => abort.current?.abort(), [])

  const stateOf = async (version: string) =>
    (await request(ModuleVersionState, { moduleId, version })).registryModule

  /** The link that is there already, or a new one; the API shows each only once. */
  async function linkTo(version: string): Promise<{ url: string } | { userErrors: readonly UserError[] }> {
    if (link.current?.version === version) return link.current
    const userErrors = await giveBack(version)
    if (userErrors.length > 0) return { userErrors }
    const { registryModuleVersionCreate: made } = await request(ModuleVersionCreate, {
      input: { moduleId, version },
    })
    if (made.uploadUrl === null) return { userErrors: made.userErrors }
    link.current = { version, url: made.uploadUrl }
    return link.current
  }

  /** What was never published gives its number back, so that one whose link is lost can be made anew. */
  async function giveBack(version: string): Promise<readonly UserError[]> {
    const module = await stateOf(version)
    if (!module?.version || module.version.status === 'OK') return []
    const input = { id: module.version.id, expectedUpdatedAt: module.updatedAt }
    return (await remove.mutateAsync(input)).userErrors
  }

  async function send(version: string, url: string, file: File): Promise<Progress> {
    abort.current = new AbortController()
    const hear = (share: number) => setProgress(share < 1 ? { step: 'sending', share } : { step: 'reading' })
    hear(0)
    const outcome = await uploadFile(url, file, hear, abort.current.signal)
    return outcome.kind === 'broken off' ? settled(version) : progressOf(outcome)
  }

  /** Nobody told how it ended: the version itself says. */
  async function settled(version: string): Promise<Progress> {
    const found = (await stateOf(version).catch(() => undefined))?.version
    if (found?.status === 'OK') return { step: 'published' }
    if (found?.status === 'FAILED')
      return { step: 'refused', reasons: [found.error ?? 'No reason was kept.'] }
    return { step: 'broken off' }
  }

  /** Resolves to what is wrong with the number; how the upload ended is in the progress. */
  async function publish(version: string, file: File): Promise<'published' | readonly UserError[]> {
    setProgress({ step: 'preparing' })
    try {
      const found = await linkTo(version)
      if ('userErrors' in found) {
        setProgress({ step: 'idle' })
        return found.userErrors
      }
      const end = await send(version, found.url, file)
      setProgress(end)
      return end.step === 'published' ? 'published' : []
    } catch (error) {
      setProgress({ step: 'refused', reasons: [error instanceof Error ? error.message : String(error)] })
      return []
    } finally {
      await changed()
    }
  }

  return { progress, publish, stop: () => abort.current?.abort() }
}

const progressOf = (outcome: Exclude<UploadOutcome, { kind: 'broken off' }>): Progress =>
  outcome.kind === 'taken' ? { step: 'published' } : { step: 'refused', reasons: outcome.reasons }
