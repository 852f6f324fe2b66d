/** `deprecatedReason` → `deprecated-reason`: the domain's names as the documents write them. */
export const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
