'use client'

import { useRef, useState } from 'react'
import { graphql } from '~/data/generated'
import { uploadFile } from '~/data/upload'
import { useChange, useInvalidate } from '~/data/use-change'
import { messageOf } from '~/data/user-errors'
import type { Address, ImportFile } from './import-files'

const PublicProviderFileImport = graphql(`
  mutation PublicProviderFileImport($input: SitePublicProviderFileImportInput!) {
    sitePublicProviderFileImport(input: $input) {
      uploadUrl
    }
  }
`)

/** Progress of a file; `share` goes from 0 to 1. */
export type ImportState =
  | { step: 'waiting' }
  | { step: 'sending'; share: number }
  | { step: 'imported' }
  | { step: 'failed'; reasons: readonly string[] }

type Target = ImportFile & { address: Address }

/** Imports files one after the other, each by a separate link; one that failed keeps no other from being sent. */
export function useImport() {
  const link = useChange(PublicProviderFileImport)
  const invalidate = useInvalidate()
  const [states, setStates] = useState<Readonly<Record<string, ImportState>>>({})
  const [isUnderWay, setUnderWay] = useState(false)
  const abort = useRef(new AbortController())

  const show = ({ path }: ImportFile, state: ImportState) =>
    setStates((before) => ({ ...before, [path]: state }))

  async function send(each: Target): Promise<void> {
    const { address, version, filename } = each
    const input = { ...address, version, filename }
    const { uploadUrl, userErrors } = await link.mutateAsync(input)
    if (!uploadUrl) return show(each, { step: 'failed', reasons: userErrors.map(messageOf) })
    const progress = (share: number) => show(each, { step: 'sending', share })
    progress(0)
    const outcome = await uploadFile(uploadUrl, await each.open(), progress, abort.current.signal)
    if (outcome.kind === 'taken') show(each, { step: 'imported' })
    else if (outcome.kind === 'refused') show(each, { step: 'failed', reasons: outcome.reasons })
    else show(each, { step: 'failed', reasons: ['The upload was interrupted'] })
  }

  async function start(files: readonly Target[]): Promise<void> {
    abort.current = new AbortController()
    setUnderWay(true)
    for (const each of files) show(each, { step: 'waiting' })
    for (const each of files) {
      if (abort.current.signal.aborted) show(each, { step: 'failed', reasons: ['It was stopped'] })
      else
        await send(each).catch(() =>
          show(each, { step: 'failed', reasons: ['The API does not answer, or the file cannot be read'] }),
        )
    }
    setUnderWay(false)
    await invalidate()
  }

  return { states, isUnderWay, start, stop: () => abort.current.abort() }
}
