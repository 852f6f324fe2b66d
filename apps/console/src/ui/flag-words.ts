/** What a yes-or-no question is called, and its two answers. */
export type FlagWords = { name: string; yes: string; no: string }
