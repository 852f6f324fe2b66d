/** Error that says why the chosen files cannot be published, and what to do. */
export class Unusable extends Error {}
