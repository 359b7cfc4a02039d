/** The state is written after the files that it names. A device without a state starts from its credentials. */
import * as z from 'zod/mini'
import { parseJson } from '../../core/json/json.ts'
import { type Envelope, envelopeSchema, type Manifest, manifestSchema } from '../../core/release/schema.ts'
import type { Disk } from '../disk/disk.ts'
import { NEXT_STATE, STATE } from '../disk/layout.ts'

const sha256 = z.string()

export const stateSchema = z.object({
  v: z.literal(1),
  /** The SHA-256 of the root in the credentials. For credentials with another root, the state is not used. */
  pinned: sha256,
  root: envelopeSchema,
  release: z.optional(envelopeSchema),
  /** The path and SHA-256 of every file that kura installed. They are pairs, because a path may be any name. */
  installed: z.array(z.tuple([z.string(), sha256])),
  folders: z.array(z.string()),
  /** The index files in which kura may have lines, and the paths of these lines. Set only while the index waits. */
  waitingIndex: z.optional(
    z.object({
      at: z.array(z.object({ path: z.string(), heading: z.string() })),
      lines: z.array(z.string()),
    }),
  ),
  /** The number of the last report, and the version of Node in it. */
  sequence: z.int().check(z.minimum(0)),
  node: z.optional(z.string()),
})
export type State = z.infer<typeof stateSchema>

/** The stored state; undefined if there is none or it is damaged. @throws AppError `device_write` */
export async function readState(disk: Disk): Promise<State | undefined> {
  if ((await disk.look(STATE)).kind !== 'file') return undefined
  return stateSchema.safeParse(parseJson(Buffer.from(await disk.read(STATE)).toString('utf8'))).data
}

export async function writeState(disk: Disk, state: State): Promise<void> {
  await disk.replace(STATE, textOf(state))
}

/** The next number is at least the time in seconds, so that a device without its state still sends a larger one. */
export function nextSequence(last: number, now: number): number {
  return Math.max(last + 1, Math.floor(now / 1000))
}

/** Stages the next state. If it equals the present state, removes any staged state instead. */
export async function stageState(disk: Disk, next: State): Promise<void> {
  if (await holds(disk, STATE, next)) await disk.remove(NEXT_STATE)
  else if (!(await holds(disk, NEXT_STATE, next))) await disk.write(NEXT_STATE, textOf(next))
}

/** Makes the staged state the present one. The caller syncs the folder. */
export async function commitState(disk: Disk): Promise<void> {
  if ((await disk.look(NEXT_STATE)).kind !== 'absent') await disk.rename(NEXT_STATE, STATE)
}

async function holds(disk: Disk, path: string, state: State): Promise<boolean> {
  if ((await disk.look(path)).kind !== 'file') return false
  return Buffer.from(await disk.read(path)).equals(Buffer.from(textOf(state)))
}

function textOf(state: State): string {
  return `${JSON.stringify(state)}\n`
}

/** The manifests that were read: reading a long one takes milliseconds. */
const manifests = new WeakMap<Envelope, Manifest>()

export function keepManifest(envelope: Envelope, manifest: Manifest): void {
  manifests.set(envelope, manifest)
}

/** Reads a manifest without checking signatures, so only that of a release that is on the disk already. */
export function readManifest(envelope: Envelope | undefined): Manifest | undefined {
  if (!envelope) return undefined
  return manifests.get(envelope) ?? manifestSchema.safeParse(parseJson(envelope.signed)).data
}
