'use client'

import { useRef, useState } from 'react'
import { uploadFile } from '~/data/upload'
import { useInvalidate } from '~/data/use-change'

/** How far a file has come. `share` goes from 0 to 1; once all is sent, the API checks it. */
export type Upload =
  | { step: 'idle' }
  | { step: 'sending'; name: string; share: number }
  | { step: 'refused'; reasons: readonly string[] }
  | { step: 'broken off' }

/**
 * Puts one file to its place; everything in sight asks again once it is there. `start` resolves to whether it was
 * taken.
 */
export function useUpload() {
  const invalidate = useInvalidate()
  const [upload, setUpload] = useState<Upload>({ step: 'idle' })
  const abort = useRef<AbortController>(undefined)

  async function start(link: string, file: File): Promise<boolean> {
    const controller = new AbortController()
    abort.current = controller
    const progress = (share: number) => setUpload({ step: 'sending', name: file.name, share })
    progress(0)
    const outcome = await uploadFile(link, file, progress, controller.signal)
    await invalidate()
    if (outcome.kind === 'refused') setUpload({ step: 'refused', reasons: outcome.reasons })
    else if (outcome.kind === 'taken' || controller.signal.aborted) setUpload({ step: 'idle' })
    else setUpload({ step: 'broken off' })
    return outcome.kind === 'taken'
  }

  return { upload, start, cancel: () => abort.current?.abort() }
}
