/** Creates an activity log of some months, and runs `kura log` with release keys that the test makes. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { routesOfAdmin } from '../../../../lib/app/functions/admin.ts'
import { registerLog } from '../../../../lib/cli/commands/activity/index.ts'
import { createActivityLog } from '../../../../lib/services/activity/log.ts'
import { keyText, serveFunction } from '../../../helpers/functions.ts'
import { createMemoryStore } from '../../../helpers/memory-store.ts'
import { temporaryPublisher } from '../../../helpers/publishing/temporary-publisher.ts'
import { runCommand } from '../../../helpers/run-command.ts'

export const WEEK = 7 * 86_400_000
export const MONTHS = ['kura-log-2026-08.jsonl', 'kura-log-2026-09.jsonl', 'kura-log-2026-10.jsonl']

/** Two entries on the last and two on the first day of each month from August to November, in Tokyo. */
export async function createWorld({ scopes = ['admin', 'approve'] as const } = {}) {
  let at = 0
  const now = () => at
  const store = createMemoryStore({ now })
  const served = await serveFunction(routesOfAdmin, { now, openStore: async () => store })
  const log = createActivityLog({ store: () => store, now })
  const record = async (day: string, count = 2) => {
    at = Date.parse(`${day}+09:00`)
    for (let one = 0; one < count; one++) {
      const act = {
        by: 'hana:admin:1',
        act: 'x',
        endpoint: 'POST /api/x',
        what: {},
        status: 200,
        request: day,
      }
      await log.append(act)
    }
  }
  const days = ['08-31T23:59:59', '09-01T00:00:00', '09-30T12:00:00', '10-01T00:30:00', '11-01T00:00:00']
  for (const day of days) await record(`2026-${day}`)
  at = Date.parse('2026-11-05T00:00:00Z')
  const { dir } = await temporaryPublisher()
  const keyid = `hana:${scopes.join('+')}:1`
  await writeFile(join(dir, 'key.json'), keyText(served.url, keyid))
  const env = { KURA_RELEASE_DIR: 'release', KURA_KEY_DIR: 'keys' }
  const kuraAt = (now: number, ...words: string[]) =>
    runCommand(registerLog, ['log', ...words, '--key', join(dir, 'key.json')], { cwd: dir, env, now })
  const kura = (...words: string[]) => kuraAt(at, ...words)
  const archive = (name = '') => join(dir, 'archive', name)
  const pass = (milliseconds: number) => {
    at += milliseconds
  }
  return { kura, kuraAt, archive, record, store, pass, dir }
}

export async function exported() {
  const world = await createWorld()
  await world.kura('export', '--out', 'archive')
  return world
}
