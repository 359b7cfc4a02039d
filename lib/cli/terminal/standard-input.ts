import { addAbortSignal, type Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { CliContext } from '../context.ts'

/** @throws the reason of the signal if Ctrl-C stops the reading */
export async function readStandardInput(
  context: Pick<CliContext, 'signal'>,
  input: Readable = process.stdin,
): Promise<string> {
  return new TextDecoder().decode(await readStandardBytes(context, input))
}

/**
 * Returns the bytes of a text that names its own charset.
 * @throws the reason of the signal if Ctrl-C stops the reading
 */
export async function readStandardBytes(
  { signal }: Pick<CliContext, 'signal'>,
  input: Readable = process.stdin,
): Promise<Uint8Array> {
  try {
    return await buffer(addAbortSignal(signal, input))
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
