/** Next calls this once before it answers; the settings are read here so that a wrong one stops the start. */
export async function register(): Promise<void> {
  if (process.env['NEXT_RUNTIME'] !== 'nodejs') return
  const { startUp } = await import('./start-up')
  startUp()
}
