import { z } from 'zod'

/** What the API's reference says of an attribute where it is answered alone; its `meta` would be said of inputs too. */
export const inAnswers = z.registry<{ readonly description?: string; readonly example?: string }>()

/** Of a thing what the shape names and the thing has. */
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
