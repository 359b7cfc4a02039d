/** The machine and its user, as the setting up of the task sees them. */
import { homedir, userInfo } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { type Ended, runSystemProgram } from '../system-program.ts'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly home: string
  /** The user id; undefined on Windows. */
  readonly uid: number | undefined
  /** A name of the user that no other user of the machine has. */
  readonly user: string
  /** Runs a program of the system. */
  run(name: string, words: readonly string[], input?: string): Promise<Ended>
  sleep(milliseconds: number): Promise<unknown>
}

/** Returns this machine. */
export function thisMachine(): Machine {
  const uid = process.getuid?.()
  return {
    platform: process.platform,
    home: homedir(),
    uid,
    user: uid === undefined ? windowsUser() : `${nameOf(uid)} (${uid})`,
    run: (name, words, input) => runSystemProgram(name, words, { input }),
    sleep: delay,
  }
}

/** Returns the name with its domain: a machine may have a user `mei` of its own and one of the company. */
function windowsUser(): string {
  // biome-ignore lint/style/noProcessEnv: the environment enters here
  return [process.env['USERDOMAIN'] ?? '', userInfo().username].join('\\')
}

function nameOf(uid: number): string {
  try {
    return userInfo().username
  } catch {
    // a user id without an entry in the list of users
    return String(uid)
  }
}
