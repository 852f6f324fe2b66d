/** Time in milliseconds that a client which still sends has to see its answer. */
export const linger = 1000
