/** The keys are outside the project, so that neither a commit nor a deployment can include a key. */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeFileAtomic } from '../../core/disk/atomic-file.ts'
import { fileFault } from '../../core/disk/file-fault.ts'
import { readRegular } from '../../core/disk/regular-file.ts'
import { AppError, hasCode } from '../../core/errors.ts'
import { countSignatures, keyidOf, rawPublicKey, signEnvelope } from '../../core/release/envelope.ts'
import type { Envelope, Manifest, Root } from '../../core/release/schema.ts'
import { pathWithin } from '../folders.ts'

const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url))

/** The folder for development keys. It may be in the project, because git ignores it and the host never serves it. */
const DEVELOPMENT_FOLDER = '.kura'

export interface KeyFolder {
  readonly dir: string
  /** Asks for a passphrase; undefined means no passphrase. */
  passphrase(question: PassphraseQuestion): Promise<string | undefined>
}

export interface PassphraseQuestion {
  readonly purpose: 'new key' | 'stored key'
  readonly keyid: string
}

export interface ReleaseKey {
  readonly keyid: string
  /** The raw public key in base64url. */
  readonly publicKey: string
  readonly privateKey: KeyObject
  readonly file: string
}

/** `$XDG_CONFIG_HOME/kura/keys`, or `~/.config/kura/keys` */
export function defaultKeyDir(configHome: string | undefined): string {
  const home = configHome && isAbsolute(configHome) ? configHome : join(homedir(), '.config')
  return join(home, 'kura', 'keys')
}

/** @throws AppError `release_key` for a folder inside the project, unless it is `.kura/` with development keys */
export function checkKeyDir(
  dir: string,
  { development, checkout = CHECKOUT }: { development: boolean; checkout?: string | undefined },
): void {
  const within = pathWithin(dir, checkout)
  if (within === undefined) return
  if (development && within.split(sep)[0] === DEVELOPMENT_FOLDER) return
  throw new AppError('release_key', `Cannot keep release keys in "${dir}": it is inside the project`, {
    hint: 'give a folder outside it with --keys; only a development root may have its keys under .kura/',
  })
}

/** Makes a key file, which is encrypted if the folder gives a passphrase. */
export async function createKey(folder: KeyFolder): Promise<ReleaseKey> {
  const { privateKey } = generateKeyPairSync('ed25519')
  const publicKey = rawPublicKey(privateKey)
  const keyid = keyidOf(publicKey)
  const passphrase = await folder.passphrase({ purpose: 'new key', keyid })
  const encryption = passphrase ? { cipher: 'aes-256-cbc', passphrase } : {}
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem', ...encryption })
  const file = keyFile(folder.dir, keyid)
  await mkdir(folder.dir, { recursive: true, mode: 0o700 })
  await writeFileAtomic(file, String(pem), { mode: 0o600 })
  return { keyid, publicKey, privateKey, file }
}

/**
 * Opens the first `needed` keys of those in the folder, and asks for the passphrases of these keys only.
 * @throws AppError `release_key` if keys are missing or one cannot be opened
 */
export async function openKeys(
  folder: KeyFolder,
  { keyids, needed }: { keyids: readonly string[]; needed: number },
): Promise<ReleaseKey[]> {
  const present = keyids.filter(keyid => existsSync(keyFile(folder.dir, keyid)))
  if (present.length < needed) {
    const message = `Cannot sign: "${folder.dir}" has ${present.length} of the root's ${keyids.length} keys, expected ${needed}`
    throw new AppError('release_key', message, {
      hint: 'give the folder with --keys, or copy a key file from where it is kept into this folder; if every key is lost, kura root init --replace begins anew, and each device has to be enrolled again',
    })
  }
  const keys: ReleaseKey[] = []
  for (const keyid of present.slice(0, needed)) keys.push(await openKey(folder, keyid))
  return keys
}

/** @throws AppError `release_key` if keys are missing, are in the project, or do not belong to the root */
export async function signManifest(
  manifest: Manifest,
  root: Root,
  { keys: folder, checkout }: { readonly keys: KeyFolder; readonly checkout?: string | undefined },
): Promise<Envelope> {
  checkKeyDir(folder.dir, { development: root.development === true, checkout })
  const keys = await openKeys(folder, { keyids: Object.keys(root.keys), needed: root.threshold })
  const privateKeys = keys.map(({ privateKey }) => privateKey)
  const envelope = signEnvelope('release', JSON.stringify(manifest), privateKeys)
  if (countSignatures('release', envelope, root) >= root.threshold) return envelope
  throw new AppError('release_key', `Cannot sign: the signatures are not valid for root ${root.version}`, {
    hint: 'check that roots.json and the key files belong together',
  })
}

async function openKey(folder: KeyFolder, keyid: string): Promise<ReleaseKey> {
  const file = keyFile(folder.dir, keyid)
  const bytes = await readRegular(file).catch((cause: unknown) => {
    throw unusable(file, fileFault(cause), cause)
  })
  const pem = bytes.toString()
  const encrypted = pem.includes('BEGIN ENCRYPTED PRIVATE KEY')
  const passphrase = encrypted ? await folder.passphrase({ purpose: 'stored key', keyid }) : undefined
  if (encrypted && !passphrase) throw unusable(file, 'it needs its passphrase')
  const privateKey = parseKey(pem, { file, passphrase })
  const publicKey = rawPublicKey(privateKey)
  if (keyidOf(publicKey) !== keyid) throw unusable(file, 'its name is not the id of the key in it')
  return { keyid, publicKey, privateKey, file }
}

function parseKey(
  pem: string,
  { file, passphrase }: { file: string; passphrase: string | undefined },
): KeyObject {
  try {
    const key = createPrivateKey({ key: pem, format: 'pem', ...(passphrase && { passphrase }) })
    if (key.asymmetricKeyType !== 'ed25519') throw unusable(file, 'it is not an Ed25519 key')
    return key
  } catch (error) {
    if (hasCode(error, 'release_key')) throw error
    throw unusable(file, passphrase ? 'the passphrase is wrong' : 'it is not a PEM private key', error)
  }
}

export function keyFile(dir: string, keyid: string): string {
  return join(dir, `kura-${keyid}.pem`)
}

export function isKeyFileName(name: string): boolean {
  return /^kura-[0-9a-f]{64}\.pem$/.test(name)
}

function unusable(file: string, reason: string, cause?: unknown): AppError {
  return new AppError('release_key', `Cannot open the release key "${file}": ${reason}`, {
    hint: 'give the passphrase on the terminal or as KURA_PASSPHRASE, or restore the file from its backup',
    cause,
  })
}
