/** What to do about a fault of the store. Except after `again`, calls fail until a person has mended the cause. */
import { catalogue } from '../../language/catalogue.ts'

export const STORE_HINTS = catalogue('storeHint', {
  again: {
    en: 'try again in a moment; UPSTASH_REDIS_REST_URL and UPSTASH_REDIS_REST_TOKEN name the store',
    ja: 'しばらくしてから、もう一度お試しください。ストアの接続先は、UPSTASH_REDIS_REST_URLとUPSTASH_REDIS_REST_TOKENで指定されています',
  },
  token: {
    en: "copy the token again, from the database's page at Upstash, into UPSTASH_REDIS_REST_TOKEN, then deploy",
    ja: 'Upstashのデータベースのページからトークンをコピーし直し、UPSTASH_REDIS_REST_TOKENに設定してから、デプロイしてください',
  },
  mayWrite: {
    en: "copy the token that may write, from the database's page at Upstash, into UPSTASH_REDIS_REST_TOKEN, then deploy",
    ja: 'Upstashのデータベースのページから、書き込みのできるトークンをコピーし、UPSTASH_REDIS_REST_TOKENに設定してから、デプロイしてください',
  },
  less: {
    en: 'send less in one call, or upgrade the plan of the database at Upstash',
    ja: '一度に送る量を減らすか、Upstashでデータベースのプランを上げてください',
  },
  larger: {
    en: 'upgrade the plan of the database at Upstash',
    ja: 'Upstashでデータベースのプランを上げてください',
  },
  day: {
    en: 'upgrade the plan of the database at Upstash, or wait until the day ends (UTC)',
    ja: 'Upstashでデータベースのプランを上げるか、その日（UTC）が終わるまでお待ちください',
  },
  month: {
    en: 'upgrade the plan of the database at Upstash, or wait until the month of the plan ends',
    ja: 'Upstashでデータベースのプランを上げるか、プランの月が終わるまでお待ちください',
  },
  gone: {
    en: "restore the database at Upstash, from its page or from a backup, or correct UPSTASH_REDIS_REST_URL; if kura runs on this machine, check the machine's network first",
    ja: 'Upstashのデータベースのページまたはバックアップからデータベースを復元するか、UPSTASH_REDIS_REST_URLを直してください。このコンピューターでkuraを動かしている場合は、先にネットワークを確認してください',
  },
  foreign: {
    en: 'restore a backup, or find what else writes into the database of UPSTASH_REDIS_REST_URL',
    ja: 'バックアップから復元するか、UPSTASH_REDIS_REST_URLのデータベースに書き込んでいる別のプログラムを探してください',
  },
})
