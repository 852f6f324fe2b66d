import type { SharingPreviewInput } from '~/data/generated/graphql'
import type { Sharing } from './load'

/** Who may use the modules of an organization. */
export type SharingChoice = {
  /** No other organization, a picked list, or all. */
  mode: 'none' | 'some' | 'all'
  /** By name; stays while another way is chosen, so that nothing picked is lost. */
  consumers: string[]
}

export function choiceOf({ organization, consumers }: Sharing): SharingChoice {
  const mode = organization.globalModuleSharing ? 'all' : consumers.length > 0 ? 'some' : 'none'
  return { mode, consumers: [...consumers] }
}

/** What a choice would set. */
export const previewInputOf = ({ mode, consumers }: SharingChoice): SharingPreviewInput =>
  mode === 'all' ? { globalModuleSharing: true } : { consumers: mode === 'some' ? consumers : [] }
