import { cliNameWarnings } from '@engine/shared'
import { Warnings } from './warnings'

/** That the CLI can never ask for a provider; nothing where it can. */
export function NameWarnings({ namespace, name }: { namespace: string; name: string }) {
  return (
    <Warnings title="The CLI cannot install this provider" warnings={cliNameWarnings({ namespace, name })} />
  )
}
