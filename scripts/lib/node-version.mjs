// Imported before everything else, and written in plain syntax, so that an old Node.js gives this message and not
// an error of its parser.
const wanted = [20, 19]
const found = process.versions.node.split('.').map(Number)

if (found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1])) {
  console.error(
    'This platform needs Node.js ' +
      wanted.join('.') +
      ' or newer; this is ' +
      process.versions.node +
      '.\n' +
      'Install a newer one (https://nodejs.org/en/download) and run the command again.',
  )
  process.exit(1)
}
