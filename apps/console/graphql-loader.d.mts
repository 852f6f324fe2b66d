/** See graphql-loader.mjs. */
export default function inlineOperations(
  this: { addDependency(file: string): void },
  source: string,
): Promise<string>
