import { changesOf } from './merge'

/** The values of a form without the spaces that come along when something is pasted. */
export const trimmed = <Values extends object>(values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? value.trim() : value]),
  ) as Values

type Changes<Values> = { [Name in keyof Values]?: Exclude<Values[Name], ''> | null }

/** The input that changes a thing: only what differs from what was read of it. What was emptied is null. */
export function updateInputOf<Values extends object>(
  { id, updatedAt }: { id: string; updatedAt: string },
  values: Values,
  base: Values,
) {
  const changes = Object.entries(changesOf(trimmed(values), base))
  const input = Object.fromEntries(changes.map(([name, value]) => [name, value === '' ? null : value]))
  return { id, expectedUpdatedAt: updatedAt, ...(input as Changes<Values>) }
}
