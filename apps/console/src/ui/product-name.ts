/** What the people who run it call this platform, and the address of their logo. */
export type Installation = { name?: string | undefined; logo?: string | undefined }

/** What the platform is called where the people who run it give it no name; read by the server's code too. */
export const productName = 'Engine'
