import { makeLanguage } from './make-language.js';

export const dutch = makeLanguage({
  opening:
    'alsjeblieft|alstublieft|graag|trouwens|en|maar|dus|ook|nog iets|belangrijk|oké|ok|ja|nee|bedankt|hallo|hoi|onthoud(?: dat)?|let op',
  please: 'graag|alsjeblieft|alstublieft|aub',
  so: 'dus|daarom',
  always: 'altijd|steeds|elke keer|telkens',
  never: 'nooit|nooit meer|nooit weer|in geen geval',
  since:
    'vanaf (?:nu|vandaag|heden)|van nu af aan|voortaan|in het vervolg|in de toekomst|in dit gesprek|in deze chat|tot nader order|standaard',
  lasting: 'alleen nog|tenzij ik|(?:in )?(?:al )?(?:je|jouw|uw) antwoorden|elk antwoord|in elk antwoord',
  orders:
    'antwoord(?:en)?|beantwoord(?:en)?|gebruik(?:en)?|schrijf|schrijven|geef|geven|noem|noemen|toon|tonen|laat|zeg|zeggen|bel|bellen|reken|omrekenen|citeer|citeren|vermeld|vermelden|leg|uitleggen|houd|hou|houden|eindig(?:en)?|begin(?:nen)?|voeg|toevoegen|controleer|controleren|vraag|vragen|raad|aanraden|vermijd|vermijden|herinner|vertaal|vertalen|spreek|spreken|praat|praten|blijf|maak|maken|neem|nemen|boek|boeken|onderteken|wees|rond|afronden|sorteer|test|waarschuw|spreek|stel|voorstellen|doe',
  subjects: 'ik|wij|we|hij|ze|men|het|waarom|hoe|of',
  whenever:
    '(?:altijd |elke keer )?(?:als|wanneer) (?:ik|we|wij)|telkens (?:als|wanneer) (?:ik|we|wij)|elke keer dat (?:ik|we|wij)|zodra (?:ik|we|wij)',
  wants: '(?:ik )?(?:wil|zou graag willen|wil graag|heb graag)(?: ik)?(?: graag)? dat (?:je|jij|u)',
  polite: 'kun je|kan je|zou je|wil je|kunt u|zou u|wilt u',
  speaks:
    '(?:antwoord|schrijf|spreek|praat)(?: (?:mij|me|met mij|met me|alsjeblieft|graag|alleen|altijd)){0,3} in het',
  none: 'geen',
  noneEnds: 'alsjeblieft|alstublieft|graag|meer',
  prefers:
    'ik geef de voorkeur aan|mijn voorkeur (?:gaat|is)|ik (?:heb|zit|reis|eet|drink|lees|wil|krijg) (?:\\S+ )?liever|ik prefereer|ik verkies|ik hou er niet van als je|ik vind het (?:niet )?(?:prettig|fijn) als je',
  choices: 'de (?:eerste|tweede|derde|laatste|andere|nieuwe|oude)|deze|dit|dat|die|optie|variant',
  stops: 'stop (?:alsjeblieft )?met|hou (?:alsjeblieft )?op met|houd (?:alsjeblieft )?op met',
  callMe: 'noem mij|noem me|noem mij maar|noem me maar',
  forgets: 'vergeet|negeer|schrap|laat maar',
  all: 'al mijn (?:\\S+ )?(?:wensen|regels|instructies|voorkeuren|verzoeken)|alles wat ik (?:je )?(?:heb gezegd|gezegd heb|zei)',
  said: 'wat ik (?:je )?(?:over|heb gezegd|gezegd heb|zei)|(?:mijn|de|dat) (?:\\S+ )?(?:verzoek|wens|regel|instructie|voorkeur)',
  noLonger:
    '(?:je|jij|u) hoeft .{0,120}(?:niet meer|niet langer|geen .{0,60}meer|niet langer)|(?:je|jij|u) (?:moet|kunt|kan) .{0,80}(?:niet meer|geen .{0,60}meer)|ik (?:wil|hoef|heb) .{0,80}(?:niet meer|geen .{0,60}meer)',
  allows:
    '(?:je|jij|u) (?:mag|kunt|kan) .{0,120}(?:weer|opnieuw)|het is (?:oké|ok|goed|prima) om .{0,120}weer',
  about: 'over|met betrekking tot|wat betreft',
  forbids: 'nooit|niet|geen|vermijd|vermijden|stop|zonder',
  condition: 'als|wanneer|zodra|telkens|elke keer|tenzij',
  rules: 'regels|voorkeuren|wensen|instructies',
  material:
    'hier (?:is|zijn|komt)|volgende|vertaal|samenvat\\p{L}*|vat|corrigeer|verbeter|schreef|schrijft|zei|zegt|staat|mail|e-mail|brief|artikel|tekst|document|bord',
  frame:
    'ik jij je u hij zij ze wij we jullie mij me jou ons hen mijn jouw uw zijn haar de het een en of maar als wanneer dan op uit bij tot door voor tegen in met na zonder sinds over om onder van aan naar niet nooit altijd steeds geen alleen nog meer weer ook al alsjeblieft alstublieft graag nu vandaag voortaan is was waren ben bent heb hebt heeft hebben worden wordt kan kun kunt kunnen moet moeten mag mogen wil wilt willen zou liever voorkeur geef geven gebruik gebruiken noem noemen toon tonen maak maken laat stop dat wat hoe waarom wie waar elke elk keer gezegd zei zeg vraag vragen vergeet negeer verzoek wens regel instructie hoeft hoef vanaf vervolg toekomst te er die dit deze',
  answer:
    'antwoord antwoorden antwoordt beantwoord bericht berichten schrijf schrijven spreek spreken praat praten teksten',
  languages:
    'nederlands|duits|engels|frans|spaans|italiaans|portugees|deens|zweeds|pools|tsjechisch|russisch|turks|arabisch|chinees|japans|koreaans|latijn',
  values: {
    '@units': 'metrisch|metrische|imperial|imperiaal|imperiale|eenheid|eenhed',
    '@currency': 'euro|dollar|pond|frank',
    '@length': 'kort|korter|beknopt|lang|langer|uitgebreid|gedetailleerd',
    '@tone': 'formeel|informeel|vriendelijk|beleefd',
    '@number': 'een|twee|drie|vier|vijf|zes|zeven|acht|negen|tien|elf|twaalf|middag|middernacht',
  },
  endings: 'en|e|n|s|t',
});
