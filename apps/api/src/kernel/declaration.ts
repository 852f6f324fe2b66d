import { z } from 'zod'

/** The reference's text for an attribute where it is answered alone; its `meta` would apply to inputs too. */
export const inAnswers = z.registry<{ readonly description?: string; readonly example?: string }>()

/** The attributes of a thing that the shape names and the thing has. */
export type Only<Shape, Thing> = {
  [Name in keyof Thing as Name extends keyof Shape ? Name : never]: Exclude<Thing[Name], undefined>
}

export function only<Shape extends object, Thing extends object>(
  shape: Shape,
  thing: Thing,
): Only<Shape, Thing> {
  const known = Object.entries(thing).filter(
    ([name, value]) => Object.hasOwn(shape, name) && value !== undefined,
  )
  return Object.fromEntries(known) as Only<Shape, Thing>
}
