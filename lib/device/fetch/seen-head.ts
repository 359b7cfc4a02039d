/** The host signed this line, so the line sent back shows the host whether its store has returned to an older state. */
import type { Disk } from '../disk/disk.ts'
import { LOG_HEAD } from '../disk/layout.ts'

export interface SeenHead {
  read(): Promise<string | undefined>
  keep(head: string): Promise<void>
}

/** The form of the line, which is sent back in a header. */
const FORM = /^[\w:.-]{1,300}$/

/** Keeps the newest end of the activity log on the disk. Errors in reading or writing it are ignored. */
export function seenHeadOf(disk: Disk): SeenHead {
  const read = async () => {
    if ((await disk.look(LOG_HEAD)).kind !== 'file') return undefined
    const line = Buffer.from(await disk.read(LOG_HEAD))
      .toString('utf8')
      .trim()
    return FORM.test(line) ? line : undefined
  }
  return {
    read: () => read().catch(() => undefined),
    async keep(head) {
      if (!FORM.test(head) || head === (await this.read())) return
      await disk.replace(LOG_HEAD, `${head}\n`).catch(() => undefined)
    },
  }
}
