/** The ways in which an address may be proven to be its user's; without a proof it is a claim. */
export const emailProofs = ['mail', 'single-sign-on', 'invitation', 'administrator'] as const
export type EmailProof = (typeof emailProofs)[number]

/** Ranks proofs: an invitation is weaker than a mail, since its inviter sees its link and could accept it. */
export function strengthOf(proof: EmailProof | null): number {
  if (proof === null) return 0
  return proof === 'invitation' ? 1 : 2
}

/** True where the proof shows that the user owns the address: then the user sees what is meant for it. */
export const isProven = ({ emailProof }: { readonly emailProof: EmailProof | null }): boolean =>
  strengthOf(emailProof) > strengthOf('invitation')

/** True where both are the same mailbox, also when written in another case. */
export const isSameEmail = (one: string | null, other: string | null): boolean =>
  one !== null && one.toLowerCase() === other?.toLowerCase()
