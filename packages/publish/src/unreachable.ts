const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  UND_ERR_HEADERS_TIMEOUT: 'the answer takes too long',
  UND_ERR_BODY_TIMEOUT: 'the answer takes too long',
  TimeoutError: 'the answer takes too long',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'the answer is too large',
  ECONNRESET: 'the connection was broken off',
  EPIPE: 'the connection was broken off',
  PROXY_HUNG_UP: 'the proxy hung up',
  UND_ERR_SOCKET: 'the connection was broken off',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another host',
}

const untrusted = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Explains in plain words why a request did not get through. */
export function unreachableReason(error: unknown): string {
  const codes = codesOf(error)
  if (codes.some((code) => untrusted.has(code)))
    return 'its certificate is not signed by a known authority; NODE_EXTRA_CA_CERTS names a file with your own'
  const known = codes.find((code) => reasons[code] !== undefined)
  return (known && reasons[known]) ?? (error instanceof Error ? error.message : String(error))
}

/** Codes of the error and of its causes: a host may have several addresses. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return []
  const own = [error.name, ...('code' in error ? [String(error.code)] : [])]
  const others: unknown[] = [error.cause, ...(error instanceof AggregateError ? error.errors : [])]
  return [...own, ...others.flatMap(codesOf)]
}
