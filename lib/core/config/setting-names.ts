/** Which variables of an environment are kura's. */

const SETTING = /^(?:KURA|ACCOUNTING|REGISTRAR|CHAT|UPSTASH|KV|CRON)_[A-Z0-9_]+$/

/** Whether `name` can be a setting of kura. */
export function isSetting(name: string): boolean {
  return SETTING.test(name)
}
