'use client'

import { isUnreachable, requestIdOf } from '../data/answer'
import { Failure } from '../ui/feedback/failure'
import { isOutdated, outdatedText } from '../ui/feedback/outdated'
import { PageHeader } from '../ui/page-header'
import { Brand } from './brand'

type Props = {
  error: unknown
  retry: () => void
  /** True where the frame around pages failed too: the brand stands above it. */
  isAlone?: boolean
}

/**
 * An error of a whole page. What went wrong on the server reaches the browser without its text, only with its code and
 * the id of the request. Scripts that are gone mean that the console was updated while this page was open.
 */
export function PageFailure({ error, retry, isAlone = false }: Props) {
  const outdated = isOutdated(error)
  const fromServer = requestIdOf(error) !== undefined
  const isNamed = isUnreachable(error)
  const text = outdated
    ? outdatedText
    : 'Try again in a moment. If it still fails, look for the request in the logs.'
  return (
    <>
      {isAlone && <Brand />}
      <PageHeader
        title="This page could not be shown"
        tab={isNamed ? 'The API does not answer' : 'Something went wrong'}
      />
      <Failure
        title={isNamed ? 'This page could not be loaded' : 'Something went wrong'}
        error={error}
        retry={outdated ? () => window.location.reload() : retry}
        {...((outdated || fromServer) && { text })}
      />
    </>
  )
}
