import { accessSync, constants } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

const names = ['terraform', 'tofu']

/** The path of the real CLI: what ENGINE_CLI names, or the first of the known ones on the PATH; else undefined. */
export function findEngineCli(env = process.env) {
  return env['ENGINE_CLI']
    ? findProgram(env['ENGINE_CLI'], env)
    : names.map((name) => findProgram(name, env)).find(Boolean)
}

/** Finds a program that can be run, by its name or its absolute path; undefined without one. */
export function findProgram(name, env = process.env) {
  const folders = isAbsolute(name) ? [''] : (env['PATH'] ?? '').split(delimiter)
  const endings = process.platform === 'win32' ? ['.exe', '.cmd', ''] : ['']
  return folders.flatMap((folder) => endings.map((ending) => join(folder, name + ending))).find(isExecutable)
}

function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}
