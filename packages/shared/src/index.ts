export * from './durations.js'
export * from './engine-version.js'
export * from './module-version.js'
export * from './names.js'
