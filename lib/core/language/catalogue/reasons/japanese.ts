/** Every sentence that is stored in English and read by people. */
import { japaneseOf, type Sentence } from '../../sentence.ts'
import { CHANNEL_CAUSES, CHANNEL_REMARKS, DELIVERY_REASONS, REFUSALS, REFUSED } from './chat.ts'
import { CLAIM_REASONS } from './claims.ts'
import { DEAL_FLAGS } from './deals.ts'
import { DEVICE_PROBLEMS } from './devices.ts'
import { OWNERS } from './owners.ts'
import { REGISTRAR_REASONS } from './registrar.ts'
import { REMOTE_REASONS } from './remotes.ts'
import { TOKEN_REASONS } from './tokens.ts'

export const SENTENCES: readonly Sentence[] = [
  CLAIM_REASONS,
  REMOTE_REASONS,
  DEAL_FLAGS,
  REGISTRAR_REASONS,
  TOKEN_REASONS,
  DEVICE_PROBLEMS,
  REFUSALS,
  REFUSED,
  DELIVERY_REASONS,
  CHANNEL_CAUSES,
  CHANNEL_REMARKS,
  OWNERS,
].flatMap(group => Object.values(group))

let say: ((text: string) => string) | undefined

/** A stored text as people read it in Japanese; words that are not kura's own are quoted as they came. */
export function japanese(text: string): string {
  say ??= japaneseOf(SENTENCES)
  return say(text)
}
