/** Name of a row: `workspace`, or both of its forms if the plural is irregular. */
export type Noun = string | readonly [one: string, many: string]

export const singularOf = (noun: Noun): string => (typeof noun === 'string' ? noun : noun[0])

export const pluralOf = (noun: Noun): string => (typeof noun === 'string' ? `${noun}s` : noun[1])

export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
