'use client'

import { Failure, requestIdOf } from '../ui/failure'
import { PageHeader } from '../ui/page-header'

/**
 * An error of a whole page. What went wrong on the server reaches the browser without its text, only with
 * the id of the request.
 */
export function PageFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const text = 'Try again in a moment. If it stays so, look for the request in the logs.'
  const fromServer = requestIdOf(error) !== undefined
  return (
    <>
      <title>Something went wrong</title>
      <PageHeader title="This page could not be shown" />
      <Failure title="Something went wrong" error={error} retry={retry} {...(fromServer && { text })} />
    </>
  )
}
