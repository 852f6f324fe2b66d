/** `1,204`; of a state that cannot be read here nobody knows. */
export const resourceNumber = (count: number | null): string =>
  count === null ? 'Not counted' : count.toLocaleString('en')
