import { makeLanguage } from './make-language.js';

export const french = makeLanguage({
  opening:
    "s['’]il (?:te|vous) plaît|stp|svp|merci de|au fait|et|mais|donc|aussi|encore une chose|important|ok|d['’]accord|oui|non|merci|bonjour|salut|note(?: que)?|rappelle-toi(?: que)?|de manière générale|en général",
  please: "s['’]il (?:te|vous) plaît|stp|svp|merci de",
  so: 'donc|alors|du coup',
  always: 'toujours|systématiquement|à chaque fois|chaque fois',
  never: 'jamais|plus jamais|en aucun cas',
  since:
    "à partir de (?:maintenant|aujourd['’]hui)|dès (?:maintenant|à présent)|désormais|dorénavant|à l['’]avenir|dans cette conversation|jusqu['’]à nouvel ordre|par défaut",
  lasting:
    'sauf indication contraire|sauf si je|(?:dans )?(?:toutes )?(?:tes|vos) réponses|chaque réponse|à chaque réponse|uniquement|exclusivement',
  before: "(?:n['’]|ne )?(?:m['’]|me |te |t['’]|l['’]|les |le |la )?",
  orders:
    'répon(?:ds|dez|dre)(?:-moi)?|utilis(?:e|ez|er)|emplo(?:ie|yez|yer)|écri(?:s|vez|re)|donn(?:e|ez|er)(?:-moi)?|montr(?:e|ez|er)(?:-moi)?|di(?:s|tes|re)(?:-moi)?|appell(?:e|es)|appel(?:ez|er)|cit(?:e|ez|er)|expliqu(?:e|ez|er)|gard(?:e|ez|er)|termin(?:e|ez|er)|fini(?:s|ssez|r)|commenc(?:e|ez|er)|ajout(?:e|ez|er)|indiqu(?:e|ez|er)|list(?:e|ez|er)|vérifi(?:e|ez|er)|demand(?:e|ez|er)|recommand(?:e|ez|er)|propos(?:e|ez|er)|suggèr(?:e|es)|suggér(?:ez|er)|évit(?:e|ez|er)|mentionn(?:e|ez|er)|rappel(?:le|ez|er)(?:-moi)?|tradui(?:s|sez|re)|parl(?:e|ez|er)(?:-moi)?|rest(?:e|ez|er)|fai(?:s|tes|re)|pren(?:ds|ez|dre)|réserv(?:e|ez|er)|sign(?:e|ez|er)|tutoi(?:e|es)|vouvoi(?:e|es)|vouvoyez|tutoyez|sois|soyez|convert(?:is|issez|ir)|arrondi(?:s|ssez|r)|tri(?:e|ez|er)|test(?:e|ez|er)|préven(?:ez|ir)|préviens|mets|mettez|mettre',
  subjects: "je|j['’]ai|nous|il|elle|on|ils|elles|pourquoi|comment|si",
  whenever:
    "(?:quand|lorsque|chaque fois que|à chaque fois que|dès que) (?:je|nous)|si (?:je|nous)|lorsqu['’]on",
  wants:
    "je (?:veux|voudrais|souhaite|souhaiterais|préfère|aimerais) que (?:tu|vous)|j['’]aimerais que (?:tu|vous)",
  polite: 'peux-tu|pourrais-tu|tu peux|tu pourrais|pouvez-vous|pourriez-vous|veux-tu|voudrais-tu',
  speaks:
    '(?:répon(?:ds|dez)|écri(?:s|vez)|parl(?:e|ez))(?:-moi)?(?: (?:toujours|uniquement|seulement)){0,2} en',
  none: "pas d['’]|pas de|plus de|plus d['’]|aucun|aucune",
  noneEnds: "s['’]il (?:te|vous) plaît|stp|svp",
  prefers:
    "je préfère|je préférerais|j['’]aime (?:mieux|quand tu|quand vous)|je n['’]aime pas (?:quand|que) (?:tu|vous)|ma préférence (?:est|va)|je déteste (?:quand|que) (?:tu|vous)",
  choices:
    '(?:la|le) (?:première|premier|deuxième|second|seconde|dernière|dernier|troisième|nouvelle|nouveau|ancienne)|celui|celle|cette|ce|ça|option|version',
  stops: "arrête(?:z)? (?:de|d['’])|cesse(?:z)? (?:de|d['’])",
  callMe:
    "tu peux m’appeler|vous pouvez m’appeler|tu peux m'appeler|vous pouvez m'appeler|appelle-moi|appelez-moi",
  forgets: 'oublie|oubliez|ignore|ignorez|annule|annulez|laisse tomber',
  all: "toutes mes (?:\\S+ )?(?:préférences|règles|instructions|demandes|consignes)|tous mes (?:\\S+ )?(?:souhaits|choix)|tout ce que (?:je t['’]ai|je vous ai|j['’]ai) (?:dit|demandé)",
  said: "ce que (?:je t['’]ai|je vous ai|j['’]ai) (?:dit|demandé)|(?:ma|mes|la|les|cette) (?:\\S+ )?(?:demande|consigne|règle|instruction|préférence)",
  noLonger:
    "(?:tu n['’]as|vous n['’]avez|t['’]as) plus (?:besoin (?:de|d['’])|à)|(?:tu n['’]es|vous n['’]êtes) plus (?:obligé|obligée|tenu|tenue) (?:de|d['’])|ce n['’]est plus la peine (?:de|d['’])|je ne (?:veux|préfère|souhaite) plus",
  allows:
    '(?:tu peux|vous pouvez) (?:à nouveau|de nouveau)|(?:tu peux|vous pouvez) .{0,120}(?:à nouveau|de nouveau)',
  about: "sur|concernant|à propos (?:de|des|du)|au sujet (?:de|des|du)|pour|de|des|du|d['’]",
  forbids: "jamais|pas|plus|ne|n['’]\\p{L}+|évite|évitez|arrête|arrêtez|cesse|cessez|sans|aucun|aucune",
  condition: 'quand|lorsque|si|dès que|chaque fois que|sauf',
  rules: 'règles|préférences|consignes|instructions|souhaits',
  material:
    'voici|voilà|suivant\\p{L}*|ci-dessous|traduis|traduisez|résume|résumez|corrige|corrigez|reformule|améliore|a écrit|écrit|disait|dit|mail|courriel|e-mail|lettre|article|texte|document|panneau',
  frame:
    'je tu il elle on nous vous ils elles me te se moi toi lui leur mon ma mes ton ta tes son sa ses notre votre vos le la les un une des du de et ou mais si quand lorsque que qui quoi dont où comment pourquoi à au aux en dans sur sous avec sans pour par contre chez entre vers ne pas plus jamais toujours aucun aucune rien tout tous toute toutes chaque fois encore aussi seulement uniquement maintenant partir désormais dorénavant avenir dès est sont était suis es être ai as a avons avez ont avoir fait fais faites faire peux pouvez peut veux veut voudrais préfère préférerais aime mieux quand ça ce cet cette ces donne donnez utilise utilisez emploie appelle appelez montre montrez mets mettez ajoute arrête arrêtez cesse dit demandé demande oublie ignore besoin obligé plaît stp svp merci nouveau règle consigne préférence avant après',
  answer:
    'réponse réponses réponds répondez répondre message messages écris écrivez écrire parle parlez parler textes',
  languages:
    'français|anglais|allemand|espagnol|italien|portugais|néerlandais|danois|suédois|polonais|tchèque|russe|turc|arabe|chinois|japonais|coréen|latin',
  values: {
    '@units': 'métrique|métriqu|impérial|impériale|impérial|impérialale|unité|unités',
    '@currency': 'euro|dollar|livre|franc',
    '@length': 'court|courte|bref|brève|concis|concise|long|longue|détaillé|détaillée',
    '@tone': 'formel|formelle|informel|amical|poli|tutoi|vouvoi|tutoie|vouvoie',
    '@number': 'un|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|midi|minuit',
  },
  elided: 'n|d|l|j|m|t|s|c|qu',
  endings: 'ées|és|ée|ons|ez|er|ent|es|e|s|x',
});
