/**
 * The examples in the help of each command. The key is the words of the command, such as `accounting deal`. A test
 * parses each example with the real program.
 */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  start: ['kura start', 'kura start --once'],
  setup: ['kura setup', 'kura setup --yes --answers answers.env'],
  publish: ['kura publish', 'kura publish my-files --days 30', 'kura publish --check'],
  rollback: ['kura rollback', 'kura rollback 3', 'kura rollback 3 --write'],
  'root init': ['kura root init', 'kura root init --keys /media/usb/kura-keys'],
  'root rotate': ['kura root rotate', 'kura root rotate --add --threshold 2'],
  'key webhook': ['kura key webhook --out webhook-key.json'],
  'key issue': [
    'kura key issue ops --scope admin,accounting.read',
    'kura key issue ci --scope admin --out ci.json',
  ],
  'key revoke': ['kura key revoke pc-1', 'kura key revoke mei:admin:1', 'kura key revoke mei:admin:1 --undo'],
  'key list': ['kura key list'],
  enrol: [
    'kura enrol pc-1 --dir ../pc-1 --with-node windows',
    'kura enrol pc-1 --url https://kura.example.com',
  ],
  sync: ['kura sync --dir ./pc-1'],
  status: ['kura status --dir ./pc-1'],
  devices: ['kura devices', 'kura devices --forget pc-1'],
  'store restored': ['kura store restored', 'kura store restored --by yamada --write'],
  doctor: ['kura doctor', 'kura doctor https://kura.example.com --json'],
  probe: ['kura probe https://kura.example.com', 'kura probe https://kura.example.com --dir ./pc-1 --report'],
  'move rules': ['kura move rules old.example new.example'],
  'move lint': [
    'kura move lint vercel.json',
    'kura move lint vercel.json --to new.example --paths old-paths.txt',
  ],
  'move record': ['kura move record old.example', 'kura move record old.example --out before.jsonl --rate 5'],
  'move check': [
    'kura move check old.example new.example --baseline old.example.baseline.jsonl --report report.html',
    'kura move check old.example new.example --sitemap old-sitemap.xml --every-form',
  ],
  'chat check': ['kura chat check 123456789012345678'],
  'chat deliver': [
    'kura chat deliver "price list 2026" --text "The new price list is here." --channel 123456789012345678',
    'kura chat deliver "price list 2026" --file message.txt --to yamada --write',
    'kura chat deliver "price list 2026" --write',
  ],
  'chat summary': ['kura chat summary "price list 2026"'],
  today: ['kura today', 'kura today --json', 'kura today --status --write'],
  settle: [
    'kura settle',
    'kura settle --list --json',
    'kura settle receipt-17 --release --operation OPERATION --by yamada',
    'kura settle receipt-17 receipt-18 --free --reason "not at the service"',
    'kura settle example.com --no-order --by yamada',
    'kura settle example.com --verified --by yamada',
    'kura settle "delivery/price list 2026/1573513927873003521" --not-sent --by yamada',
  ],
  notices: [
    'kura notices',
    'kura notices --send',
    'kura notices --done registrar/mail/1 --by yamada --step "day 3"',
  ],
  log: ['kura log', 'kura log --since 2026-10-05 --until 2026-10-31', 'kura log --since all --json'],
  'log export': [
    'kura log export --out ../kura-archive',
    'kura log export --month 2026-10 --out october.jsonl',
  ],
  'log verify': ['kura log verify ../kura-archive', 'kura log verify ../kura-archive --no-store --json'],
  'log remove': ['kura log remove ../kura-archive', 'kura log remove ../kura-archive --by yamada --write'],
  'registrar quote': [
    'kura registrar quote example.com --auto-renew on --contact contact.json',
    'kura registrar quote example.com --fields',
  ],
  'registrar buy': [
    'kura registrar buy example.com --auto-renew on --contact contact.json --quote TOKEN',
    'kura registrar buy example.com --auto-renew on --contact contact.json --quote TOKEN --write --confirm example.com',
  ],
  'registrar orders': ['kura registrar orders', 'kura registrar orders example.com --wait'],
  'registrar mail': ['kura registrar mail message.eml --domain example.com'],
  'registrar attach': ['kura registrar attach example.com --project website --write'],
  'accounting authorize': ['kura accounting authorize', 'kura accounting authorize --company 8101234567'],
  'accounting token': ['kura accounting token'],
  'accounting recover': ['kura accounting recover'],
  'accounting list': [
    'kura accounting list account-items',
    'kura accounting list partners --search 商店',
    'kura accounting list deals --from 2026-10-01 --until 2026-10-31',
    'kura accounting list cases --state done',
  ],
  'accounting show': ['kura accounting show 3000000016'],
  'accounting delete': ['kura accounting delete 3000000016', 'kura accounting delete 3000000016 --write'],
  'accounting deal': [
    'kura accounting deal receipt-17.json',
    'kura accounting deal --case receipt-17 --date 2026-10-05 --account-item 消耗品費 --amount ¥2,200 --rate 10 --qualified yes',
    'kura accounting deal receipt-17.json --write',
  ],
  'accounting import': [
    'kura accounting import --template',
    'kura accounting import october.csv',
    'kura accounting import october.csv --write --new-partners --wait',
    'kura accounting import october-receipts --account-item 消耗品費 --rate 10 --qualified yes --write',
  ],
  'accounting partners create': [
    'kura accounting partners create 新しい商店 --registration-number T8700110005901 --write',
  ],
  'accounting first-deal': ['kura accounting first-deal receipt-17.json'],
  'accounting learn-tax-codes': [
    'kura accounting learn-tax-codes',
    'kura accounting learn-tax-codes --write',
  ],
  'accounting journal': [
    'kura accounting journal --from 2026-10-01 --until 2026-10-31 --out october.csv',
    'kura accounting journal --from 2026-10-01 --until 2026-10-31 --raw --out october.csv',
  ],
  api: [
    'kura api GET admin/devices',
    'kura api POST accounting/deals --body deal.json --write',
    'kura api DELETE accounting/items/31 --query company_id=1234567 --write',
  ],
  completion: ['kura completion bash', 'kura completion zsh'],
}
