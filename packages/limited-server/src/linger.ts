/** How long a client that still sends has time to see its answer, in milliseconds. */
export const linger = 1000
