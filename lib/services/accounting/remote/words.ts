/** The texts in which kura quotes the service's refusal of an act; they are stored with the case. */
import { catalogue } from '../../../core/language/catalogue.ts'

export const SAID = catalogue('accounting', {
  refusal: {
    en: '{reason}; the service says: {words}',
    ja: '{reason}。会計サービスの説明：{words}',
  },
})
