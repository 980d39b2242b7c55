import { makeLanguage } from './make-language.js';

export const italian = makeLanguage({
  opening:
    "per favore|per piacere|a proposito|e|ma|anche|un[’']altra cosa|ancora una cosa|importante|ok|va bene|sì|no,|grazie|ciao|ricorda(?:ti)?(?: che)?|tieni presente(?: che)?|in generale|allora",
  please: 'per favore|per piacere|grazie',
  so: 'quindi|perciò|allora',
  always: 'sempre|ogni volta',
  never: 'mai|mai più|in nessun caso',
  since:
    "d[’']ora in (?:poi|avanti)|da (?:ora|adesso|oggi)(?: in (?:poi|avanti))?|in futuro|per il futuro|in questa (?:chat|conversazione)|fino a nuovo ordine",
  lasting:
    'salvo diversa|a meno che|(?:in |nelle )?(?:tutte le )?(?:tue|sue) risposte|ogni risposta|unicamente|esclusivamente',
  before: '(?:non )?(?:mi |ti |lo |la |li |le |gli )?',
  orders:
    'rispond(?:i|a|ere)(?:mi)?|us(?:a|i|are)|utilizz(?:a|i|are)|scriv(?:i|a|ere)(?:mi)?|da(?:i|re|mmi)|dia|mostr(?:a|i|are)(?:mi)?|di(?:mmi|ca|re)|chiam(?:a|i|are)(?:mi)?|cit(?:a|i|are)|spieg(?:a|hi|are)(?:mi)?|mant(?:ieni|enga|enere)|tieni|termin(?:a|i|are)|finisci|cominci(?:a|are)?|inizi(?:a|are)?|aggiung(?:i|a|ere)|includ(?:i|a|ere)|elenc(?:a|hi|are)|controll(?:a|i|are)|chied(?:i|a|ere)(?:mi)?|consigli(?:a|are)?(?:mi)?|propon(?:i|ga)|sugger(?:isci|ire)|evit(?:a|i|are)|menzion(?:a|i|are)|ricord(?:a|ami|ati)|traduc(?:i|a)|tradurre|parl(?:a|i|are)(?:mi)?|fa(?:i|re|mmi)?|prend(?:i|a|ere)|prenot(?:a|i|are)|firm(?:a|i|are)|sii|convert(?:i|a|ire)|arrotond(?:a|i|are)|ordin(?:a|i|are)|prov(?:a|i|are)|avvis(?:a|ami)|mett(?:i|a|ere)|indic(?:a|hi|are)|dammi|darmi|chiamarmi|rispondermi',
  subjects: 'io|noi|lui|lei|loro|perché|come|ho|abbiamo|ha|hanno|avevo',
  whenever:
    '(?:quando|ogni volta che|se|appena) (?:io )?(?:ti |le )?(?:chied|incoll|scriv|menzion|dic|parl|mand|invi|serv|vogli|us)\\p{L}*',
  wants: '(?:voglio|vorrei|mi piacerebbe|preferisco|preferirei|desidero) che',
  polite: 'puoi|potresti|può|potrebbe|vuoi',
  speaks:
    '(?:rispond(?:i|a)(?:mi)?|scriv(?:i|a)(?:mi)?|parl(?:a|i)(?:mi)?)(?: (?:sempre|solo|soltanto)){0,2} in',
  none: 'niente|senza|nessun|nessuna|basta',
  noneEnds: 'per favore|per piacere',
  prefers:
    '(?:io )?preferisco|(?:io )?preferirei|mi piac(?:e|ciono) di più|la mia preferenza è|(?:non )?mi piace (?:quando|che)|odio quando|non sopporto (?:quando|che)',
  choices:
    '(?:il|la|lo) (?:primo|prima|secondo|seconda|terzo|terza|ultimo|ultima|altro|altra|nuovo|nuova)|quest[oaie]|quell[oaie]|opzione|versione',
  stops: 'smetti di|smettila di|smetta di|basta con',
  callMe: 'puoi chiamarmi|può chiamarmi|chiamami|mi chiami',
  forgets: 'dimentica|dimenticati|ignora|annulla|scarta|lascia perdere',
  all: 'tutte le (?:mie )?(?:\\S+ )?(?:preferenze|regole|istruzioni|richieste)|tutti i miei (?:\\S+ )?(?:desideri)|tutto (?:quello|ciò) che (?:ti )?ho (?:detto|chiesto)',
  said: '(?:quello|ciò|quanto) che (?:ti )?ho (?:detto|chiesto)|(?:la )?(?:mia|la|quella|questa) (?:\\S+ )?(?:richiesta|regola|istruzione|preferenza)',
  noLonger:
    "non (?:devi|deve) più|non (?:c[’']è|serve|occorre) più(?: bisogno (?:di|che))?|non hai più bisogno di|non (?:voglio|preferisco) più",
  allows: '(?:puoi|può) di nuovo|(?:puoi|può) tornare a|(?:puoi|può) .{1,120}(?:di nuovo|ancora)',
  about: 'su|sul|sulla|sulle|sui|sugli|riguardo (?:a|al|alla|alle|ai)|di|del|della|delle|dei|con',
  forbids: 'mai|non|evita|eviti|smetti|smettila|smetta|senza|niente|nessun|nessuna|basta',
  condition: 'quando|se|ogni volta che|appena|a meno che|salvo',
  rules: 'regole|preferenze|istruzioni|richieste',
  material:
    'ecco|seguente|seguenti|traduci|traduca|riassumi|riassuma|correggi|corregga|migliora|scrisse|scrive|ha scritto|disse|dice|mail|e-mail|lettera|articolo|testo|documento|cartello',
  frame:
    'io tu lei lui noi voi loro mi ti si ci vi me te mio mia miei mie tuo tua tuoi tue suo sua suoi sue il lo la i gli le un uno una di del dello della dei degli delle a al allo alla ai alle da dal dalla in nel nella nelle nei con su sul sulla per tra fra e o ma se quando che chi quale come perché dove cosa non mai sempre niente nulla qualcosa tutto tutta tutti tutte ogni volta più meno già ora adesso oggi poi avanti anche solo soltanto unicamente futuro è sono era sei essere ho hai ha abbiamo hanno avere puoi può potresti voglio vorrei piace piacerebbe preferisco preferirei usa usi usare utilizza dai dammi mostra chiamami metti fai fare smetti smettila detto chiesto dimentica ignora annulla regola richiesta preferenza istruzione devi deve bisogno serve nuovo tornare favore piacere grazie prima dopo basta smetta occorre',
  answer:
    'risposta risposte rispondi risponda rispondere rispondermi messaggio messaggi scrivi scriva scrivere parla parli parlare testi',
  languages:
    'italiano|inglese|tedesco|francese|spagnolo|portoghese|olandese|nederlandese|danese|svedese|polacco|ceco|russo|turco|arabo|cinese|giapponese|coreano|latino',
  values: {
    '@units': 'metrico|metrich|metric|metriche|imperiale|imperiali|imperial|unità',
    '@currency': 'euro|dollaro|sterlina|franco|dollar|sterlin|eur',
    '@length': 'corto|corta|corte|breve|brevi|conciso|concisa|lungo|lunga|lunghe|dettagliato|dettagliata',
    '@tone': 'formale|informale|amichevole|gentile',
    '@number': 'uno|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici|mezzogiorno|mezzanotte',
  },
  elided: 'd|l|c|un|all|dall|dell|nell|sull|quell',
  endings: 'ando|endo|iamo|are|ere|ire|armi|ermi|che|chi|ghe|ghi|a|e|i|o',
});
