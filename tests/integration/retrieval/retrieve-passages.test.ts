import { expect, describe, test } from 'vitest';
import { retrievePassages } from '../../../activities/agent/plan/retrieve-passages.js';
import { readLexemes } from '../../../store/passages/question-lexemes.js';
import { useDatabase } from '../store/fixtures/store-harness.js';
import { passageOverhead } from '../../../context/retrieval/render-passages.js';
import { countTextTokens } from '../../../models/counting/count-tokens.js';
import { importChat } from './fixtures.js';

const store = useDatabase();
const EXPLAINED = 'The tracker has parts, and each part of the tracker is explained at length here. ';
const PARTS = ['the sign in', 'the table of expenses', 'the import of files', 'the pie of categories'];

const UNSPACED: Readonly<Record<string, { cat: string; others: string[]; question: string; short: string }>> =
  {
    Thai: {
      cat: 'แมวของฉันชื่อส้มและชอบนอนบนหลังคาบ้านทุกบ่าย',
      others: [
        'พรุ่งนี้เราจะประชุมเรื่องงบประมาณตอนเก้าโมง',
        'ร้านอาหารใหม่ใกล้สำนักงานเปิดแล้วเมื่อวานนี้',
        'วันนี้ฝนตกหนักมากจนน้ำท่วมถนน',
      ],
      question: 'เธอจำได้ไหมว่าแมวชอบนอนที่ไหน',
      short: 'แมว?',
    },
    Lao: {
      cat: 'ແມວຂອງຂ້ອຍຊື່ສົ້ມແລະມັກນອນຢູ່ເທິງຫຼັງຄາເຮືອນທຸກໆບ່າຍ',
      others: [
        'ມື້ອື່ນພວກເຮົາຈະປະຊຸມເລື່ອງງົບປະມານຕອນເກົ້າໂມງ',
        'ຮ້ານອາຫານໃໝ່ໃກ້ຫ້ອງການເປີດແລ້ວມື້ວານນີ້',
        'ມື້ນີ້ຝົນຕົກໜັກຫຼາຍຈົນນໍ້າຖ້ວມຖະໜົນ',
      ],
      question: 'ເຈົ້າຈື່ໄດ້ບໍວ່າແມວມັກນອນຢູ່ໃສ',
      short: 'ແມວ?',
    },
    Khmer: {
      cat: 'ឆ្មារបស់ខ្ញុំឈ្មោះក្រូចហើយចូលចិត្តដេកលើដំបូលផ្ទះរៀងរាល់រសៀល',
      others: [
        'ស្អែកយើងនឹងប្រជុំអំពីថវិកានៅម៉ោងប្រាំបួន',
        'ភោជនីយដ្ឋានថ្មីនៅជិតការិយាល័យបានបើកម្សិលមិញ',
        'ថ្ងៃនេះភ្លៀងធ្លាក់ខ្លាំងណាស់រហូតដល់លិចផ្លូវ',
      ],
      question: 'តើឆ្មាចូលចិត្តដេកនៅឯណា',
      short: 'ឆ្មា?',
    },
    Burmese: {
      cat: 'ကျွန်တော့်ကြောင်ကနေ့လယ်တိုင်းအိမ်ခေါင်မိုးပေါ်မှာအိပ်ရတာကြိုက်တယ်။',
      others: ['မနက်ဖြန်ဘတ်ဂျက်အကြောင်းအစည်းအဝေးလုပ်မယ်။', 'ရုံးနားကစားသောက်ဆိုင်အသစ်မနေ့ကဖွင့်ပြီ။', 'ဒီနေ့မိုးအရမ်းရွာလို့လမ်းတွေရေကြီးတယ်။'],
      question: 'ကြောင်ကဘယ်မှာအိပ်ရတာကြိုက်သလဲ',
      short: 'ကြောင်?',
    },
  };

describe('retrievePassages', () => {
  test.each(Object.entries(UNSPACED))(
    'a question in %s that shares words from the middle of a run -> the message that answers it, alone',
    async (_script, { cat, others, question, short }) => {
      const conversationId = await importChat(
        store.db,
        [others[0]!, others[1]!, cat, others[2]!],
        countTextTokens,
      );
      const { header, session, line } = passageOverhead(countTextTokens, []);
      const tokens = header + session + line + countTextTokens(cat);
      const ask = (text: string) =>
        retrievePassages(store.db, {
          conversationId,
          after: 0,
          before: 5,
          text,
          tokens,
          speakers: [],
          readLexemes: (asked) => readLexemes(store.db, { text: asked }),
        });
      expect((await ask(question))?.passages).toEqual([3]);
      expect((await ask(short))?.passages).toEqual([3]);
    },
  );

  test("a chat with long answers -> lines of the user's messages, whole answers, or neither, depending on the question", async () => {
    const told = PARTS.map((part) => `It rains again. ${'I am rather tired today. '.repeat(12)}A part of the tracker is ${part}.`); // prettier-ignore
    const messages = told.flatMap((text, at) => [text, `${EXPLAINED.repeat(12)}I recommend plan ${at} for ${PARTS[at]}.`]); // prettier-ignore
    const conversationId = await importChat(store.db, messages);
    const ask = (text: string, tokens: number) =>
      retrievePassages(store.db, {
        conversationId,
        after: 0,
        before: 9,
        text,
        tokens,
        speakers: [],
        readLexemes: (asked) => readLexemes(store.db, { text: asked }),
      });

    const many = await ask('In which order did I bring up the parts of the tracker?', 260);
    expect(many?.by).toBe('many');
    for (const part of PARTS) expect(many?.text).toContain(`A part of the tracker is ${part}.`);
    expect(many?.passages).toContain(1);
    expect(many?.passages).toContainEqual([3, messages[2]!.indexOf('A part'), messages[2]!.length]);

    const said = await ask('What did you recommend for the pie of categories?', 600);
    expect(said?.by).toBe('said');
    expect(said?.text).toContain('I recommend plan 3 for the pie of categories.');

    const plain = await ask('Where is the import of files?', 400);
    expect(plain?.by).toBeUndefined();
    expect(plain?.passages).toContain(5);
  });
});
