/** Why what was chosen cannot be published, and what to do, in sentences. */
export class Unusable extends Error {}
