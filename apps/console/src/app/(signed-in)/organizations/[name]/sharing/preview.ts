import { count } from '../../../../../ui/plural'

/** Who may use the modules of an organization: nobody else, a picked list, or all. */
export type SharingMode = 'none' | 'some' | 'all'

export type SharingChoice = {
  mode: SharingMode
  /** By name; kept also while another way is chosen, so that nothing picked is lost. */
  consumers: string[]
}

/** Who gains or loses: these, or all others but these. Nobody is an empty list. */
export type Affected = { everybodyBut: boolean; names: readonly string[] }

const nobody: Affected = { everybodyBut: false, names: [] }

const consumersOf = ({ mode, consumers }: SharingChoice): Affected => ({
  everybodyBut: mode === 'all',
  names: mode === 'some' ? consumers : [],
})

/** Those of `one` that are not among `other`. */
function without(one: Affected, other: Affected): Affected {
  if (other.everybodyBut) return nobody
  if (one.everybodyBut) return { everybodyBut: true, names: other.names }
  return { everybodyBut: false, names: one.names.filter((name) => !other.names.includes(name)) }
}

/** What a change of the sharing would mean, before it is made. */
export function sharingPreview(
  before: SharingChoice,
  after: SharingChoice,
): { gains: Affected; loses: Affected } {
  const [from, to] = [consumersOf(before), consumersOf(after)]
  return { gains: without(to, from), loses: without(from, to) }
}

/** How many are affected, of so many other organizations. */
export const affectedCount = ({ everybodyBut, names }: Affected, others: number): number =>
  everybodyBut ? Math.max(0, others - names.length) : names.length

/** `Nobody`, `2 organizations`, `All 5 other organizations`, `All but 2 of 5 other organizations`. */
export function affectedWords(affected: Affected, others: number): string {
  if (affectedCount(affected, others) === 0) return 'Nobody'
  if (!affected.everybodyBut) return count(affected.names.length, 'organization')
  if (affected.names.length === 0) return `All ${others.toLocaleString('en')} other organizations`
  return `${count(others - affected.names.length, 'organization')}: all others but those picked`
}
