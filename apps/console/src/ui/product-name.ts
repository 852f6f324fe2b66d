/** Name and logo that the operators give this platform. */
export type Installation = { name?: string | undefined; logo?: string | undefined }

/** Name of the platform if the operators give it none; the server's code reads it too. */
export const productName = 'Engine'
