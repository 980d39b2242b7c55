import { makeLanguage } from './make-language.js';

export const spanish = makeLanguage({
  opening:
    'por favor|por cierto|y|pero|también|otra cosa|una cosa más|importante|vale|ok|sí|no,|gracias|hola|recuerda(?: que)?|ten en cuenta(?: que)?|en general|bueno',
  please: 'por favor|porfa',
  so: 'así que|por eso|por lo tanto|entonces',
  always: 'siempre|cada vez',
  never: 'nunca|nunca más|jamás|en ningún caso',
  since:
    'a partir de (?:ahora|hoy|este momento)|de ahora en adelante|desde ahora|en adelante|en (?:el )?futuro|en esta conversación|en este chat|hasta nuevo aviso|por defecto',
  lasting:
    'salvo que|a menos que|(?:en )?(?:todas )?(?:tus|sus) respuestas|cada respuesta|únicamente|exclusivamente',
  before: '(?:no )?(?:me |te |lo |la |los |las |le )?',
  orders:
    'respond(?:e|a|as|er)|respónd(?:eme|ame)|contést(?:ame|eme)|escríb(?:eme|ame)|explí(?:came|queme)|muéstr(?:ame|eme)|trát(?:ame|eme)|dá(?:melo|mela|melos|melas)|házme|ponme|contest(?:a|e|es|ar)|us(?:a|e|es|ar)|utili(?:za|ce|ces|zar)|escri(?:be|ba|bas|bir)|d(?:a|é|es|ar)|dame|deme|muestr(?:a|e|es)(?:me)?|mostrar|d(?:i|iga|igas|ime|ígame)|llam(?:a|e|es|ar)|cit(?:a|e|es|ar)|expli(?:ca|que|ques|car)|manten(?:er|ga|gas)?|mantén|termin(?:a|e|es|ar)|empiez(?:a|as)|empie(?:ce|ces)|comien(?:za|ce|ces)|añad(?:e|a|as|ir)|agreg(?:a|ar)|agregue|incluy(?:e|a|as)|incluir|list(?:a|e|ar)|comprueb(?:a|e)|revis(?:a|e|es|ar)|pregunt(?:a|e|es|ar)|recom(?:ienda|iende|iendes)|propon(?:ga|gas)?|propón|sug(?:iere|iera|ieras)|evit(?:a|e|es|ar)|menci(?:ona|one|ones|onar)|recuérd(?:ame|eme)|tradu(?:ce|zca|zcas|cir)|habl(?:a|e|es|ar)|háblame|ha(?:z|ga|gas|cer)|tom(?:a|e|es)|reserv(?:a|e|es)|firm(?:a|e|es)|tutéame|sé|sea|conv(?:ierte|ierta|iertas)|convertir|redond(?:ea|ee)|orden(?:a|e)|prueb(?:a|e)|avís(?:a|ame)|pon|ponga|pongas|poner|indi(?:ca|que|ques)',
  subjects: 'yo|nosotros|él|ella|ellos|por qué|cómo|he|hemos|ha|había',
  whenever:
    '(?:cuando|siempre que|cada vez que|en cuanto|si) (?:yo )?(?:te )?(?:pregunt|pid|peg|pegu|escrib|mencion|dig|habl|mand|pas|compart|muestr|envi|envíe|necesit|quier|comp|use)\\p{L}*',
  wants: '(?:quiero|quisiera|me gustaría|prefiero|necesito|deseo) que',
  polite: '¿?(?:puedes|podrías|puede|podría|quieres)',
  speaks:
    '(?:respond(?:e|a)|respóndeme|contesta|escrib(?:e|a)|habl(?:a|e)|háblame)(?: (?:siempre|solo|sólo|únicamente)){0,2} en',
  none: 'nada de|sin|ningún|ninguna',
  noneEnds: 'por favor',
  prefers:
    'prefiero|preferiría|yo prefiero|me gusta(?:n)? más|mi preferencia es|(?:no )?me gusta que|odio que|no soporto que',
  choices:
    '(?:el|la|lo) (?:primero|primera|segundo|segunda|tercero|tercera|último|última|otro|otra|nuevo|nueva)|este|esta|eso|ese|esa|esto|opción|versión',
  stops: 'deja de|deje de|para de|basta de',
  callMe: 'puedes llamarme|puede llamarme|llámame|llámeme',
  forgets: 'olvida|olvide|olvídate de|ignora|ignore|cancela|descarta',
  all: 'todas mis (?:\\S+ )?(?:preferencias|reglas|instrucciones|peticiones)|todos mis (?:\\S+ )?(?:deseos|pedidos)|todo lo que (?:te )?(?:he dicho|dije|pedí)',
  said: 'lo que (?:te )?(?:he dicho|dije|pedí|he pedido)|(?:mi|mis|la|esa|esta) (?:\\S+ )?(?:petición|regla|instrucción|preferencia|peticiones)',
  noLonger:
    'ya no (?:tienes que|hace falta que|hace falta|necesitas|es necesario que|es necesario|tiene que|necesita|hay que)|no (?:tienes|tiene) que .{1,120} más|ya no (?:quiero|prefiero|necesito)',
  allows: '(?:puedes|puede) volver a|(?:puedes|puede) .{1,120}(?:de nuevo|otra vez)',
  about: 'sobre|acerca de|de|del|respecto a|con',
  forbids: 'nunca|jamás|no|evita|evite|deja|deje|sin|ningún|ninguna',
  condition: 'cuando|si|siempre que|cada vez que|en cuanto|salvo que|a menos que',
  rules: 'reglas|preferencias|instrucciones|deseos',
  material:
    'aquí (?:está|están|va|tienes)|siguiente|siguientes|traduce|traduzca|resume|resuma|corrige|corrija|mejora|escribió|escribe|dijo|dice|correo|mail|e-mail|carta|artículo|texto|documento|cartel',
  frame:
    'yo tú usted él ella nosotros ustedes ellos me te se mi mis tu tus su sus nuestro el la los las lo un una unos unas de del al a en con sin por para sobre entre hacia desde hasta y o pero si cuando que quien cual cómo qué porque dónde no nunca jamás siempre nada algo todo toda todos todas cada vez más menos ya ahora adelante partir hoy también solo sólo únicamente futuro es son era soy eres ser estar está estás he has ha hemos han haber puedes puede podrías quiero quisiera gusta gustaría prefiero preferiría prefieren usa use uses utiliza da dame muestra muestres llámame pon ponga haz deja deje dicho dije pedí pedido olvida ignora cancela regla petición preferencia instrucción tienes tiene necesitas falta hace volver nuevo otra favor gracias por antes después',
  answer:
    'respuesta respuestas responde responda respondas responder contesta contestes mensaje mensajes escribe escribas escribir habla hables hablar textos',
  languages:
    'español|inglés|alemán|francés|italiano|portugués|holandés|neerlandés|danés|sueco|polaco|checo|ruso|turco|árabe|chino|japonés|coreano|latín|castellano|catalán',
  values: {
    '@units': 'métrico|métric|métrica|imperial|imperi|unidad|unidad',
    '@currency': 'euro|dólar|libra|franco|eur|dólares|peso',
    '@length': 'corto|corta|breve|breves|conciso|concisa|largo|larga|detallado|detallada|cortas|largas',
    '@tone': 'formal|informal|amable|cercano|educado',
    '@number': 'uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|mediodía|medianoche',
  },
  endings: 'iendo|ando|amos|emos|ar|er|ir|as|es|os|an|en|a|e|o|s',
});
