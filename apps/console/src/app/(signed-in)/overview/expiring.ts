const month = 30 * 24 * 60 * 60 * 1000

/** Those that still work and stop within 30 days, the soonest first. */
export function expiringSoon<Token extends { expiresAt: string }>(
  tokens: readonly Token[],
  now: Date,
): Token[] {
  const timeLeft = ({ expiresAt }: Token): number => Date.parse(expiresAt) - now.getTime()
  return tokens
    .filter((token) => timeLeft(token) > 0 && timeLeft(token) <= month)
    .sort((one, other) => timeLeft(one) - timeLeft(other))
}
