// The names that the engines themselves give, and that no setting changes.

/** How the names of source files end, in words. */
export const sourceEndings = '.tf, .tf.json, .tofu or .tofu.json'

/** The name of a source file: before its ending, by which engine it is read and whether it is JSON. */
export const sourceName = /^([^.].*)\.(tf|tofu)(\.json)?$/

/** The ending of those that not every engine reads. */
export const endingOfOneEngine = 'tofu'

/** The source of a provider that a resource only implies. */
export const impliedSource = (name: string): string =>
  name === 'terraform' ? 'terraform.io/builtin/terraform' : `hashicorp/${name}`
