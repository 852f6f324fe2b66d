import { listed } from '~/ui/text'

type Trial = {
  issuer: { name: string } | null
  refusal: string | null
  identities: readonly { name: string; fits: boolean }[]
}

/** Returns the result for a token, in words. */
export function verdictOf({ issuer, refusal, identities }: Trial): {
  isGood: boolean
  title: string
  text: string
} {
  if (refusal !== null)
    return { isGood: false, title: 'The token would be refused.', text: `${refusal}.${from(issuer)}` }
  const fitting = identities.filter(({ fits }) => fits).map(({ name }) => name)
  const [only] = fitting
  if (only === undefined)
    return {
      isGood: false,
      title: 'It matches no CI identity.',
      text:
        identities.length === 0
          ? `The token of ${issuer?.name} is valid, but no CI identity names that issuer yet.`
          : `The token of ${issuer?.name} is valid. See below what does not match.`,
    }
  if (fitting.length === 1)
    return { isGood: true, title: 'The token is valid.', text: `The job would get a token of ${only}.` }
  return {
    isGood: true,
    title: 'It matches several CI identities.',
    text: `The job has to name one of ${listed(fitting)} by --identity.`,
  }
}

const from = (issuer: Trial['issuer']): string => (issuer ? ` It claims to be from ${issuer.name}.` : '')
