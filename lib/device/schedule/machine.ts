import { homedir, userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { userName } from '../folder/posix-places.ts'
import { userSid, WHOAMI } from '../folder/secrets.ts'
import { type Ended, runSystemProgram } from '../system-program.ts'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The user's numeric id; undefined on Windows. */
  readonly uid: number | undefined
  /** The name and the id: `Mei (501)`, on Windows `KAISHA\\mei (S-1-5-21-…)`. */
  user(): Promise<string>
  run(name: string, words: readonly string[], input?: string): Promise<Ended>
  sleep(milliseconds: number): Promise<unknown>
}

export function thisMachine(): Machine {
  const uid = process.getuid?.()
  const run: Machine['run'] = (name, words, input) => runSystemProgram(name, words, { input })
  return {
    platform: process.platform,
    home: homedir(),
    uid,
    user: async () => (uid === undefined ? windowsUser(run) : `${userName() || uid} (${uid})`),
    run,
    sleep: delay,
  }
}

/** The name has the domain and the SID, because the machine and the company may each have a user `mei`. */
async function windowsUser(run: Machine['run']): Promise<string> {
  const { stdout } = await run('whoami', WHOAMI)
  // biome-ignore lint/style/noProcessEnv: the environment enters here
  const name = [process.env['USERDOMAIN'] ?? '', userInfo().username].join('\\')
  const sid = userSid(stdout)
  return sid === undefined ? name : `${name} (${sid})`
}
