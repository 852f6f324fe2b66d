import type { RegistrySharingInput, SharedKind, SharingPreviewInput } from '~/data/generated/graphql'
import { dateOf, momentOf } from '~/app/(signed-in)/end-of-life/ahead'
import type { SharedOf, Sharing } from './load'

/** Choice of who may use one kind of what an organization shares. */
export type KindChoice = {
  /** No other organization, a picked list, or all. */
  mode: 'none' | 'some' | 'all'
  /** Names of the picked organizations, which stay while another way is chosen. */
  consumers: string[]
  /** The dates at which shares end by themselves, by name; absent or empty: never. */
  ends: Record<string, string>
}

export type SharingChoice = { modules: KindChoice; providers: KindChoice }

/** Each kind by the name that the API has for it. */
export const kinds = { modules: 'MODULES', providers: 'PROVIDERS' } as const satisfies Record<
  keyof SharingChoice,
  SharedKind
>

export const choiceOf = ({ modules, providers }: Sharing): SharingChoice => ({
  modules: kindChoiceOf(modules),
  providers: kindChoiceOf(providers),
})

function kindChoiceOf({ withAll, consumers }: SharedOf): KindChoice {
  return {
    mode: withAll ? 'all' : consumers.length > 0 ? 'some' : 'none',
    consumers: consumers.map(({ name }) => name),
    ends: Object.fromEntries(
      consumers.flatMap(({ name, endsAt }) => (endsAt === null ? [] : [[name, dateOf(endsAt)]])),
    ),
  }
}

/** Returns the choice with this organization picked; the same one if it may use them already. */
export function withConsumer(choice: KindChoice, name: string): KindChoice {
  const { mode, consumers } = choice
  if (mode === 'all' || consumers.includes(name)) return choice
  return { ...choice, mode: 'some', consumers: [...consumers, name] }
}

export const previewInputOf = (of: SharedKind, { mode, consumers }: KindChoice): SharingPreviewInput =>
  mode === 'all' ? { of, withAll: true } : { of, consumers: mode === 'some' ? consumers : [] }

/** The same with the dates; a date that was not changed stays the very moment that it was. */
export function sharingInputOf(
  { mode, consumers, ends }: KindChoice,
  before: SharedOf,
): RegistrySharingInput {
  if (mode !== 'some') return { withAll: mode === 'all', consumers: [] }
  const former = new Map(before.consumers.map(({ name, endsAt }) => [name, endsAt]))
  const list = consumers.map((name) => {
    const date = ends[name] ?? ''
    const kept = former.get(name)
    if (kept && dateOf(kept) === date) return { name }
    return { name, endsAt: date === '' ? null : momentOf(date) }
  })
  return { withAll: false, consumers: list }
}
