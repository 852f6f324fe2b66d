import { count } from '~/ui/plural'

type Sharing = { globalModuleSharing: boolean; moduleConsumerCount: number | null }

/** Who may use the modules of an organization, for its members. */
export function consumersInWords({ globalModuleSharing, moduleConsumerCount }: Sharing): string {
  if (globalModuleSharing) return 'All organizations may use its modules.'
  if (!moduleConsumerCount) return 'No other organization may use its modules.'
  return `${count(moduleConsumerCount, 'other organization')} may use its modules.`
}

type Producers = { nodes: readonly { name: string }[]; totalCount: number }

/** Whose modules the organization may use. */
export function producersInWords({ nodes, totalCount }: Producers): string {
  if (totalCount === 0) return 'It may use its own modules. No other organization shares modules with it.'
  const names = nodes.map(({ name }) => name)
  const more = totalCount - nodes.length
  return `It may use its own modules, and those of ${listed([...names, ...(more > 0 ? [`${more} more`] : [])])}.`
}

const listFormat = new Intl.ListFormat('en')

const listed = (texts: readonly string[]): string => listFormat.format(texts)
