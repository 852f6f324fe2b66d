import localFont from 'next/font/local'

/**
 * The typeface of the console, from our own server. It is preloaded; a page for which it comes too late is shown in a
 * system font of the same measures, so that nothing moves.
 */
export const typeface = localFont({
  src: '../../../../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  weight: '100 900',
  display: 'optional',
  variable: '--console-typeface',
})
