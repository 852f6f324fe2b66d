/** In place of an optional thing that would be out of place in an example. */
export const omitted = Symbol('omitted')
