/** `1,204`; in words where the state cannot be read here. */
export const resourceNumber = (count: number | null): string =>
  count === null ? 'Not counted' : count.toLocaleString('en')
