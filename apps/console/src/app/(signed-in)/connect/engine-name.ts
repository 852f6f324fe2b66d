/** Tells whether the API accepts this word as the name of a CLI. */
export const isCommandName = (word: string): boolean => /^(?!engine$)[a-z][a-z0-9]{1,30}$/.test(word)

/** Returns what makes the platform know the CLI of this name: in its folder, and for a container. */
export const commandsFor = (word: string) => {
  const variable = `ENGINE_ALIASES=${word}`
  return { variable, shell: `echo '${variable}' >> .env\nnpm start` }
}
