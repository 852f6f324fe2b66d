/** `1 workspace`, `3 workspaces`. */
export const count = (number: number, one: string): string =>
  `${number.toLocaleString('en')} ${one}${number === 1 ? '' : 's'}`
