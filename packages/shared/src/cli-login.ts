/** Values of how the engine's own CLI signs in (`login.v1`), for both sides. */
export const cliLogin = {
  client: 'engine-cli',
  /** First of the ports; at one of them the CLI waits for the browser, on the person's own machine. */
  firstPort: 10_000,
  lastPort: 10_010,
} as const

/** `http://localhost:PORT/login` or the same at 127.0.0.1, with one of the ports, and nothing else. */
export function isCliRedirect(uri: string): boolean {
  const port = Number(/^http:\/\/(?:localhost|127\.0\.0\.1):(\d{5})\/login$/.exec(uri)?.[1])
  return port >= cliLogin.firstPort && port <= cliLogin.lastPort
}

/** SHA-256 in base64url, as PKCE has it (RFC 7636). */
export const isCodeChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)
