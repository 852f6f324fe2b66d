'use client'

import { useEffect, useRef, useState } from 'react'
import { graphql } from '~/data/generated'
import { request } from '~/data/request'
import { uploadFile } from '~/data/upload'
import { useInvalidate, useChange } from '~/data/use-change'
import type { UserError } from '~/data/user-errors'
import { stateOf } from './version-state'
import { whatBecame, type End, type VersionState } from './what-became'

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

/** How long it is asked how an upload ended, in milliseconds: when all of it was sent, and when it was not. */
const patience = { unanswered: 30_000, 'broken off': 5_000 } as const
const pause = 1000

/** How far a publication has come. The link is good for more than one try, until one of them ends well. */
export type Progress =
  | { step: 'idle' }
  | { step: 'preparing' }
  | { step: 'sending'; share: number }
  | { step: 'reading' }
  /** The connection broke, and the platform is asked how the upload ended. */
  | { step: 'asking' }
  /** Nothing was sent at all. */
  | { step: 'not begun'; reason: string }
  | End

/** From a number and a file to a published version, and again where the file was refused. */
export function usePublication(moduleId: string) {
  const [progress, setProgress] = useState<Progress>({ step: 'idle' })
  const link = useRef<{ version: string; url: string }>(undefined)
  const abort = useRef<AbortController>(undefined)
  const invalidate = useInvalidate()
  const remove = useChange('registryModuleVersionDelete')
  useEffect(() => () => abort.current?.abort(), [])

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

  /** What was never published gives its number back, so that one with a lost link can be made anew. */
  async function giveBack(version: string): Promise<readonly UserError[]> {
    const found = await stateOf(moduleId, version)
    if (!found || found.status === 'OK') return []
    return (await remove.mutateAsync({ id: found.id, expectedUpdatedAt: found.updatedAt })).userErrors
  }

  async function send(version: string, url: string, file: File): Promise<Progress> {
    const { signal } = (abort.current = new AbortController())
    const ask = () => stateOf(moduleId, version)
    const before = await ask()
    // An earlier upload, without an answer, has succeeded after all.
    if (before?.status === 'OK') return publishedBefore(version, before, file)
    const showProgress = (share: number) =>
      setProgress(share < 1 ? { step: 'sending', share } : { step: 'reading' })
    showProgress(0)
    const outcome = await uploadFile(url, file, showProgress, signal)
    switch (outcome.kind) {
      case 'taken':
        return { step: 'published' }
      case 'refused':
        // After a broken connection the browser may have sent it twice; the second is refused.
        return isThis(await ask().catch(() => undefined), file)
          ? { step: 'published' }
          : { step: 'refused', reasons: outcome.reasons }
      case 'stopped':
        return whatBecame(ask, before, { limit: 0, now: Date.now, wait })
      default:
        setProgress({ step: 'asking' })
        return settled(outcome.kind, await whatBecame(ask, before, until(patience[outcome.kind], signal)))
    }
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
      setProgress({ step: 'not begun', reason: error instanceof Error ? error.message : String(error) })
      return []
    } finally {
      await invalidate()
    }
  }

  return { progress, publish, stop: () => abort.current?.abort() }
}

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, pause))

/** Stops waiting once the page is left. */
const until = (limit: number, signal: AbortSignal) => ({
  limit,
  now: () => (signal.aborted ? Infinity : Date.now()),
  wait,
})

/** What was sent as a whole and is not refused may still be at work. */
const settled = (kind: 'unanswered' | 'broken off', end: End): End =>
  kind === 'unanswered' && end.step === 'broken off' ? { step: 'unknown' } : end

const isThis = (found: VersionState | undefined, file: File): boolean =>
  found?.status === 'OK' && found.size === file.size

const publishedBefore = (version: string, found: VersionState, file: File): Progress =>
  isThis(found, file)
    ? { step: 'published' }
    : {
        step: 'refused',
        reasons: [`${version} was published meanwhile, with the archive that was sent before.`],
      }
