import { readFileSync } from 'node:fs';
import { writePeople } from '../../packages/lab/recall/people/write-people.js';
import { createRandom, pick, type Random } from '../../packages/lab/bench/context/random.js';

export interface TextSample {
  readonly name: string;
  readonly text: string;
}

export function textSamples(seed: number): TextSample[] {
  return Object.entries({ ...recorded(), ...generated(createRandom(seed)), ...PROSE }).map(
    ([name, text]) => ({
      name,
      text,
    }),
  );
}

function recorded(): Record<string, string> {
  const read = (path: string, from = 0): string =>
    readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8').slice(from, from + 6_000);
  return {
    TypeScript: read('context/plan/plan-context.ts', 3_000),
    SQL: read('migrations/initial/calls.ts'),
    Markdown: read('ARCHITECTURE.md'),
    'a lock file': read('package-lock.json', 9_000),
    'a chat': [...writePeople()].join('\n').slice(1_000, 7_000),
    'capital letters': read('ARCHITECTURE.md').toUpperCase(),
  };
}

function generated(random: Random): Record<string, string> {
  const draw = (from: string, length: number): string =>
    Array.from({ length }, () => pick(random, [...from])).join('');
  const digits = (length: number): string => draw('0123456789', length);
  const hex = (length: number): string => draw('0123456789abcdef', length);
  const number = (decimals: number): string => `${digits(3)}.${digits(decimals)}`;
  const uuid = (): string => [8, 4, 4, 4, 12].map(hex).join('-');
  return {
    digits: digits(1_500),
    'CSV of numbers': lines(120, () => [number(3), number(2), digits(5), number(3)].join(',')),
    UUIDs: lines(80, uuid),
    hexadecimal: hex(3_000),
    'JSON metrics': JSON.stringify(
      Array.from({ length: 80 }, () => ({ ts: Number(`17640${digits(8)}`), cpu: number(6), mem: digits(9) })),
    ),
    'indented JSON': JSON.stringify(
      Array.from({ length: 60 }, (_, id) => ({ id, name: `user ${id}`, tags: ['a', 'b'], lat: number(4) })),
      null,
      2,
    ),
    addresses: lines(150, () => [1, 2, 3, 4].map(() => digits(2)).join('.')),
    'a log': lines(
      80,
      () =>
        `2026-11-25T20:1${digits(1)}:${digits(2)}.${digits(3)}Z INFO [worker-3] request ${uuid()} took ${digits(3)} ms`,
    ),
    'a directory': lines(
      80,
      () => `-rw-r--r--  1 root root ${digits(6)} Nov ${digits(2)} 20:10 lib${hex(6)}.so.${digits(1)}`,
    ),
    'search results': lines(
      60,
      () => `context/call/plan-call.ts:${digits(3)}:  const { contents, model, settings, node } = input;`,
    ),
    'a stack trace': lines(
      40,
      () => `    at Object.<anonymous> (/app/node_modules/express/lib/router/layer.js:${digits(2)}:5)`,
    ),
    'Go with tabs': lines(
      60,
      () => '\tif err != nil {\n\t\treturn fmt.Errorf("read %s: %w", path, err)\n\t}',
    ),
    'Windows line breaks': 'HTTP/1.1 200 OK\r\nServer: nginx\r\n\r\n'.repeat(60),
    'ASCII table': `+--------+--------+\n|   ${digits(2)}   |   ok   |\n`.repeat(60),
    HTML: '<div class="row"><span data-id="12">Hello</span><a href="https://example.com/x?y=1&z=2">link</a></div>\n'.repeat(
      40,
    ),
    'SVG path': lines(60, () => `<path d="M${number(2)} ${number(2)}L${number(2)},${number(2)}Z"/>`),
    base64: lines(40, () => Buffer.from(hex(72), 'hex').toString('base64')),
    emoji: '😀🎉🚀👨‍👩‍👧‍👦🏳️‍🌈❤️👍🏽🔥🥺✨🤖'.repeat(40),
    formulas: '∀ε>0 ∃δ>0: |x−a|<δ ⇒ |f(x)−f(a)|<ε; ∑ x²ᵢ ≤ ∫₀^∞ e^{−t} dt ≈ 1 ⊕ ∇·E = ρ/ε₀\n'.repeat(20),
  };
}

function lines(count: number, line: () => string): string {
  return Array.from({ length: count }, line).join('\n');
}

const PROSE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    English:
      'All human beings are born free and equal in dignity and rights. They are endowed with reason and conscience and should act towards one another in a spirit of brotherhood.',
    German:
      'Alle Menschen sind frei und gleich an Würde und Rechten geboren. Sie sind mit Vernunft und Gewissen begabt und sollen einander im Geiste der Brüderlichkeit begegnen.',
    French:
      'Tous les êtres humains naissent libres et égaux en dignité et en droits. Ils sont doués de raison et de conscience et doivent agir les uns envers les autres dans un esprit de fraternité.',
    Polish:
      'Wszyscy ludzie rodzą się wolni i równi pod względem swej godności i swych praw. Są oni obdarzeni rozumem i sumieniem i powinni postępować wobec innych w duchu braterstwa.',
    Turkish:
      'Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar. Akıl ve vicdana sahiptirler ve birbirlerine karşı kardeşlik zihniyeti ile hareket etmelidirler.',
    Vietnamese:
      'Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền. Mọi con người đều được tạo hóa ban cho lý trí và lương tâm.',
    Russian:
      'Все люди рождаются свободными и равными в своем достоинстве и правах. Они наделены разумом и совестью и должны поступать в отношении друг друга в духе братства.',
    Greek:
      'Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια και τα δικαιώματα. Είναι προικισμένοι με λογική και συνείδηση.',
    Hebrew:
      'כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם. כולם חוננו בתבונה ובמצפון, לפיכך חובה עליהם לנהוג איש ברעהו ברוח של אחווה.',
    Arabic:
      'يولد جميع الناس أحرارًا متساوين في الكرامة والحقوق. وقد وهبوا عقلاً وضميرًا وعليهم أن يعامل بعضهم بعضًا بروح الإخاء.',
    Persian:
      'تمام افراد بشر آزاد به دنیا می‌آیند و از لحاظ حیثیت و حقوق با هم برابرند. همه دارای عقل و وجدان هستند و باید نسبت به یکدیگر با روح برادری رفتار کنند.',
    Hindi:
      'सभी मनुष्यों को गौरव और अधिकारों के मामले में जन्मजात स्वतन्त्रता और समानता प्राप्त है। उन्हें बुद्धि और अन्तरात्मा की देन प्राप्त है।',
    Bengali: 'সমস্ত মানুষ স্বাধীনভাবে সমান মর্যাদা এবং অধিকার নিয়ে জন্মগ্রহণ করে। তাঁদের বিবেক এবং বুদ্ধি আছে।',
    Tamil: 'மனிதப் பிறவியினர் சகலரும் சுதந்திரமாகவே பிறக்கின்றனர்; அவர்கள் மதிப்பிலும், உரிமைகளிலும் சமமானவர்கள்.',
    Thai: 'มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์และสิทธิ ต่างมีเหตุผลและมโนธรรม',
    Lao: 'ມະນຸດເກີດມາມີສິດເສລີພາບ ແລະ ສະເໝີໜ້າກັນໃນທາງກຽດຕິສັກ ແລະ ທາງສິດດ້ວຍ',
    Khmer: 'មនុស្សទាំងអស់កើតមកមានសេរីភាព និងភាពស្មើៗគ្នា ក្នុងសិទ្ធិ និងសេចក្ដីថ្លៃថ្នូរ។',
    Burmese: 'လူတိုင်းသည် တူညီလွတ်လပ်သော ဂုဏ်သိက္ခာဖြင့်လည်းကောင်း မွေးဖွားလာသူများဖြစ်သည်။',
    Chinese: '人人生而自由，在尊严和权利上一律平等。他们赋有理性和良心，并应以兄弟关系的精神相对待。',
    Japanese: 'すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。',
    Korean:
      '모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. 인간은 천부적으로 이성과 양심을 부여받았다.',
  }).map(([language, article]) => [language, `${article}\n`.repeat(6)]),
);
