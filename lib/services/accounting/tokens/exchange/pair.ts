import type { Sealer } from '../../../../core/store/seal.ts'
import { CREDENTIAL_KEY, type Issued, pairSchema, type TokenPair } from '../schema.ts'

export function sealPair(
  sealer: Sealer,
  { accessToken, refreshToken }: TokenPair,
  generation: number,
): string {
  const text = JSON.stringify({ accessToken, refreshToken })
  return sealer.seal(text, { record: CREDENTIAL_KEY, counter: generation })
}

/** @throws AppError `seal_invalid` if no key of the key ring unseals the pair, or the seal is for another generation */
export function openPair(
  sealer: Sealer,
  { pair, generation }: Pick<Issued, 'pair' | 'generation'>,
): TokenPair {
  return pairSchema.parse(JSON.parse(sealer.unseal(pair, { record: CREDENTIAL_KEY, counter: generation })))
}
