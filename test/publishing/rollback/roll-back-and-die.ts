/**
 * A rollback to release 1 that is killed with SIGKILL. Arguments: the publisher's folder; the number (from 0) of the
 * change, which renames a file into its place or removes one; and whether to die before or after it. If it is not
 * killed, it prints the number of changes.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'

const [dir = '', fatal = '', when = ''] = process.argv.slice(2)
let acts = 0

function mortal<Args extends unknown[], R>(act: (...args: Args) => R): (...args: Args) => R {
  return (...args) => {
    const isFatal = acts++ === Number(fatal)
    if (isFatal && when === 'before') process.kill(process.pid, 'SIGKILL')
    const result = act(...args)
    if (isFatal) process.kill(process.pid, 'SIGKILL')
    return result
  }
}

fs.renameSync = mortal(fs.renameSync)
fs.promises.rm = mortal(fs.promises.rm)
syncBuiltinESMExports()

const { rollBack } = await import('../../../lib/publishing/rollback/rollback.ts')
await rollBack(1, {
  payloadDir: join(dir, 'payload'),
  releaseDir: join(dir, 'release'),
  keys: { dir: join(dir, 'keys'), passphrase: async () => undefined },
  now: Date.parse('2026-01-02T00:00:00Z'),
})
process.stdout.write(String(acts))
