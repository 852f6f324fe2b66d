import { listed } from '~/ui/text'

type Trial = {
  issuer: { name: string } | null
  refusal: string | null
  identities: readonly { name: string; fits: boolean }[]
}

/** What would become of a token, in words. */
export function verdictOf({ issuer, refusal, identities }: Trial): {
  isGood: boolean
  title: string
  text: string
} {
  if (refusal !== null)
    return { isGood: false, title: 'It would be refused.', text: `${refusal}.${from(issuer)}` }
  const fitting = identities.filter(({ fits }) => fits).map(({ name }) => name)
  const [only] = fitting
  if (only === undefined)
    return {
      isGood: false,
      title: 'It fits no CI identity.',
      text:
        identities.length === 0
          ? `It is a good token of ${issuer?.name}, for which there is no CI identity here yet.`
          : `It is a good token of ${issuer?.name}. See below what does not fit.`,
    }
  if (fitting.length === 1)
    return { isGood: true, title: 'It is good.', text: `The job would get a token of ${only}.` }
  return {
    isGood: true,
    title: 'It fits several.',
    text: `The job has to name one of ${listed(fitting)} by --identity.`,
  }
}

const from = (issuer: Trial['issuer']): string => (issuer ? ` It says that it is of ${issuer.name}.` : '')
