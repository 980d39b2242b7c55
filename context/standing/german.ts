import { makeLanguage } from './make-language.js';

export const german = makeLanguage({
  opening:
    'bitte|übrigens|und|aber|also|auch|noch etwas|noch eins|wichtig|hinweis|ok|okay|ja|nein|danke|hallo|hey|gut|merk dir|denk daran|kurz|grundsätzlich|generell',
  please: 'bitte',
  so: 'also|deshalb|daher|darum|deswegen',
  always: 'immer|stets|grundsätzlich|jedes ?mal',
  never: 'nie|niemals|nie wieder|nie mehr|auf keinen fall',
  since:
    'ab (?:jetzt|sofort|heute|nun)|von (?:jetzt|nun|heute) an|künftig|in zukunft|zukünftig|fortan|für die zukunft|in diesem (?:chat|gespräch)|bis auf weiteres|standardmäßig',
  lasting:
    'nur noch|wenn nicht anders|sofern nicht anders|(?:in )?(?:allen |all )?deine[nr]? antworten|(?:in )?ihre[nr]? antworten|jede[rs]? antwort|bei jeder antwort',
  orders:
    '(?:be)?antworten?(?: sie)?|verwenden?(?: sie)?|(?:be)?nutzen?(?: sie)?|schreiben?(?: sie)?|gib|geben(?: sie)?|nennen?(?: sie)?|zeigen?(?: sie)?|sag|sagen(?: sie)?|ruf|rufen(?: sie)?|anrufen|rechnen?(?: sie)?|umrechnen|zitieren?(?: sie)?|erklären?(?: sie)?|halten?(?: sie)?|halte|fassen?(?: sie)?|beenden?(?: sie)?|beginnen?(?: sie)?|fügen?(?: sie)?|hinzufügen|listen?(?: sie)?|auflisten|prüfen?(?: sie)?|fragen?(?: sie)?|empfehlen|empfiehl|schlagen?(?: sie)?|schlag|vorschlagen|vermeiden?(?: sie)?|erwähnen?(?: sie)?|erinnern?(?: sie)?|erinnere|formatieren?(?: sie)?|übersetzen?(?: sie)?|sprich|sprechen(?: sie)?|reden?(?: sie)?|bleiben?(?: sie)?|lassen?(?: sie)?|lass|machen?(?: sie)?|mach|nimm|nehmen(?: sie)?|buchen?(?: sie)?|duzen?|siezen?|unterschreiben?|anreden|reden?|sei|seien sie|runden?(?: sie)?|sortieren?(?: sie)?|testen?(?: sie)?|warnen?(?: sie)?|begründen?(?: sie)?|ansprechen',
  subjects: 'ich|wir|er|man|es|warum|weshalb|wieso|wie|ob',
  whenever:
    '(?:immer |jedes ?mal,? )?wenn (?:ich|wir)|falls (?:ich|wir)|sobald (?:ich|wir)|sooft (?:ich|wir)',
  wants:
    '(?:ich )?(?:möchte|will|wünsche mir|hätte gern|hätte gerne)(?: ich)?,? dass (?:du|sie)|mir ist wichtig,? dass (?:du|sie)',
  polite: 'kannst du|könntest du|würdest du|können sie|könnten sie|würden sie',
  speaks:
    '(?:antworten?|schreiben?|sprich|sprechen|reden?|rede)(?: (?:sie|mir|mit mir|bitte|nur|immer)){0,3} (?:auf|in)',
  none: 'keine[nmrs]?|kein',
  noneEnds: 'bitte|mehr',
  prefers:
    'ich bevorzuge|ich ziehe .{1,120} vor|ich (?:mag|hätte|nehme|sitze|fahre|esse|trinke|lese) (?:\\S+ )?lieber|mir (?:ist|sind|wäre|wären) (?:.{1,120} )?lieber|am liebsten (?:mag|hätte|esse|trinke|sitze|lese|fahre) ich|ich mag es(?: nicht)?,? wenn du',
  choices: 'die (?:erste|zweite|dritte|letzte|andere|neue|alte)|diese[rsn]?|das hier|option|variante',
  stops: 'hör(?:e|en sie)? (?:bitte )?auf(?: damit)?|lass (?:bitte )?(?:das|die|den)',
  callMe: 'nenn mich|nenne mich|nennen Sie mich|nenn mich bitte|nenne mich bitte',
  forgets: 'vergiss|vergessen sie|ignorier|ignoriere|ignorieren sie|streich|streiche|verwirf',
  all: 'alle(?: meine)?(?: (?:bisherigen|früheren))?(?: (?:wünsche|regeln|anweisungen|vorlieben|bitten))|alles,? was ich (?:dir )?gesagt habe',
  said: 'was ich (?:dir )?(?:über|zu|zum|zur|wegen)|(?:meine|meinen|die|den) (?:\\S+ )?(?:bitte|wunsch|regel|anweisung|vorliebe)',
  noLonger:
    'du (?:musst|brauchst|sollst) .{0,120}(?:nicht mehr|nicht länger|kein\\p{L}* .{0,60}mehr)|sie (?:müssen|brauchen) .{0,120}(?:nicht mehr|kein\\p{L}* .{0,60}mehr)|du (?:musst|brauchst) (?:nicht mehr|keine?n? .{0,80}mehr)|ich (?:will|brauche|möchte|bevorzuge|mag) .{0,80}(?:nicht mehr|nicht länger|kein\\p{L}* .{0,60}mehr)',
  allows:
    '(?:du|sie) (?:darfst|kannst|dürfen|können) .{0,120}wieder|es ist (?:ok|okay|in ordnung),? .{0,120}wieder',
  about: 'über|wegen|bezüglich|zum thema',
  forbids: 'nie|niemals|nicht|keine?[nmrs]?|vermeide|vermeiden|hör|ohne|verzichte',
  condition: 'wenn|falls|sobald|sooft|jedes ?mal|es sei denn',
  rules: 'regeln|vorlieben|wünsche|anweisungen',
  material:
    'hier (?:ist|sind|kommt)|folgende[rsnm]?|übersetz\\p{L}*|fasse?|zusammenfass\\p{L}*|korrigier\\p{L}*|verbesser\\p{L}*|schrieb|schreibt|sagte|sagt|steht|mail|e-mail|brief|artikel|text|dokument|schild',
  frame:
    'ich du er sie es wir ihr mich dich mir dir uns ihnen sich mein meine meinen meiner meinem dein deine deinen deiner deinem der die das den dem des ein eine einen einem einer und oder aber wenn falls dann als auf aus bei bis durch für gegen in im ins mit nach ohne seit über um unter von vom vor zu zum zur an am ab nicht nie niemals immer stets kein keine keinen keiner keinem nur noch mehr wieder auch schon bitte jetzt heute künftig zukunft sofort ist sind war waren sein habe hast hat haben werden wird werde kann kannst können muss musst müssen soll sollst sollen darf darfst dürfen will willst möchte mag lieber bevorzuge ziehe vorziehen verwende verwenden benutze benutzen nutze nutzen gib geben nenne nennen nenn zeige zeigen mache machen mach lass lasse hör auf dass was wie warum wer wo jede jeder jedes jeden mal gesagt sage sag frage fragen vergiss ignoriere bitten wunsch regel anweisung brauchst brauche hätte gern gerne',
  answer:
    'antwort antworte antworten antworteten nachricht nachrichten schreib schreibe schreiben sprich sprechen rede reden texte',
  languages:
    'deutsch|englisch|französisch|spanisch|italienisch|portugiesisch|niederländisch|dänisch|schwedisch|polnisch|tschechisch|russisch|türkisch|arabisch|chinesisch|japanisch|koreanisch|latein',
  values: {
    '@units': 'metrisch|imperial|einheit',
    '@currency': 'euro|dollar|pfund|franken',
    '@length': 'kurz|kürzer|knapp|lang|länger|ausführlich|detailliert',
    '@tone': 'formell|förmlich|locker|freundlich|höflich|duz|siez',
    '@number': 'eins|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|mittag|mitternacht',
  },
  endings: 'en|er|es|em|e|n|s',
});
