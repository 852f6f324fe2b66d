/** Makes something for a platform when it is first asked for; every later test of the worker finds it. */
export function onceFor<Platform extends object, Thing>(
  make: (platform: Platform) => Promise<Thing>,
): (platform: Platform) => Promise<Thing> {
  const made = new WeakMap<Platform, Promise<Thing>>()
  return (platform) => {
    const thing = made.get(platform) ?? make(platform)
    made.set(platform, thing)
    return thing
  }
}
