/** Tells whether a word is a version that the engine compares with the protocols that it supports. */
export const isProtocol = (word: string): boolean => /^\d{1,6}\.\d{1,6}$/.test(word)

/** Limit of the protocols that a version names. */
export const mostProtocols = 20

/** Limits of the small files of a release in bytes: each is read as a whole; a signature has some hundred bytes. */
export const releaseFileLimits = { shasums: 1024 * 1024, 'shasums-sig': 64 * 1024 } as const

/** Tells whether a text can be the name of an operating system or a processor. */
export const isPlatformWord = (word: string): boolean => /^[A-Za-z0-9_-]{1,32}$/.test(word)

export const longestFilename = 255
