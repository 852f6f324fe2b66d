// The names that the engines themselves give, and that no setting changes.

/** The source of a provider that a resource only implies. */
export const impliedSource = (name: string): string =>
  name === 'terraform' ? 'terraform.io/builtin/terraform' : `hashicorp/${name}`
