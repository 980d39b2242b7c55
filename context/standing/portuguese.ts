import { makeLanguage } from './make-language.js';

export const portuguese = makeLanguage({
  opening:
    'por favor|aliás|a propósito|e|mas|também|mais uma coisa|outra coisa|importante|ok|está bem|sim|não,|obrigado|obrigada|olá|lembre-se(?: de)?(?: que)?|note que|em geral|bom',
  please: 'por favor',
  so: 'por isso|então|portanto',
  always: 'sempre|toda vez|cada vez',
  never: 'nunca|nunca mais|jamais|em nenhum caso',
  since:
    'a partir de (?:agora|hoje)|de agora em diante|daqui (?:para|pra) (?:a )?frente|daqui em diante|no futuro|nesta conversa|neste chat|até segunda ordem|por padrão',
  lasting:
    'salvo se|a menos que|(?:em |nas )?(?:todas as )?(?:tuas|suas) respostas|cada resposta|unicamente|exclusivamente',
  before: '(?:não )?(?:me |te |o |a |os |as |lhe )?',
  orders:
    'respond(?:e|a|as|er)|responda-me|us(?:a|e|es|ar)|utili(?:za|ze|zes|zar)|escrev(?:e|a|as|er)|d(?:á|ê|ar|ê-me|á-me)|mostr(?:a|e|es|ar)|di(?:z|ga|gas|zer)|cham(?:a|e|es|ar)|lig(?:a|ar)|ligue|ligues|cit(?:a|e|es|ar)|expli(?:ca|que|ques|car)|mant(?:ém|enha|er)|termin(?:a|e|es|ar)|come(?:ça|ce|ces|çar)|acrescent(?:a|e)|adicion(?:a|e|ar)|inclu(?:i|a|ir)|list(?:a|e|ar)|verifi(?:ca|que)|pergunt(?:a|e|es|ar)|recomend(?:a|e|es|ar)|sug(?:ira|iras|ere|erir)|evit(?:a|e|es|ar)|menci(?:ona|one|ones|onar)|lembr(?:a|e)-me|tradu(?:z|za|zir)|fal(?:a|e|es|ar)|fa(?:z|ça|ças|zer)|tom(?:a|e)|reserv(?:a|e|es)|assin(?:a|e)|seja|sê|convert(?:e|a|er)|arredond(?:a|e)|orden(?:a|e)|test(?:a|e)|avis(?:a|e)|coloqu(?:e|es)|coloc(?:a|ar)|indi(?:ca|que)|pon(?:ha|has)',
  subjects: 'eu|nós|ele|ela|eles|por que|porque|como|tenho|temos|tem|havia',
  whenever:
    '(?:quando|sempre que|toda vez que|cada vez que|se) (?:eu )?(?:te |lhe )?(?:pergunt|ped|peç|col|escrev|mencion|diss|fal|mand|envi|precis|quis|us)\\p{L}*',
  wants: '(?:eu )?(?:quero|queria|gostaria|prefiro|preciso|desejo) (?:de )?que',
  polite: '(?:você )?(?:pode|poderia|podes|podias|quer)',
  speaks: '(?:respond(?:e|a)|escrev(?:e|a)|fal(?:a|e))(?: (?:comigo|me|sempre|só|apenas)){0,2} em',
  none: 'nada de|sem|nenhum|nenhuma',
  noneEnds: 'por favor',
  prefers:
    '(?:eu )?prefiro|(?:eu )?preferiria|(?:eu )?gosto mais de|a minha preferência é|minha preferência é|(?:eu )?(?:não )?gosto (?:quando|que) (?:você|tu)|odeio quando (?:você|tu)',
  choices:
    '(?:o|a) (?:primeiro|primeira|segundo|segunda|terceiro|terceira|último|última|outro|outra|novo|nova)|este|esta|esse|essa|isso|isto|opção|versão',
  stops: 'pare de|para de|deixe de|deixa de|chega de',
  callMe: 'pode me chamar de|podes chamar-me|me chame de|chame-me de|chame-me|chama-me|me chama de',
  forgets: 'esquece|esqueça|ignora|ignore|cancela|cancele|descarta|descarte',
  all: '(?:todas as )?minhas (?:\\S+ )?(?:preferências|regras|instruções)|todas as (?:minhas )?(?:preferências|regras|instruções)|todos os meus (?:\\S+ )?(?:pedidos|desejos)|tudo o que (?:eu )?(?:te |lhe )?(?:disse|pedi)',
  said: 'o que (?:eu )?(?:te |lhe )?(?:disse|pedi|falei)|(?:meu|meus|o|minha|a|essa|esse) (?:\\S+ )?(?:pedido|regra|instrução|preferência)',
  noLonger:
    '(?:você |tu )?já não (?:precisa|precisas|tem|tens)(?: de| que)?|(?:você |tu )?não (?:precisa|precisas)(?: de)? mais(?: de)?|(?:você |tu )?não (?:tem|tens) mais (?:de|que)|não é mais (?:preciso|necessário)|(?:eu )?(?:já )?não (?:quero|prefiro|preciso) mais',
  allows:
    '(?:você |tu )?(?:pode|podes) voltar a|(?:você |tu )?(?:pode|podes) .{1,120}(?:de novo|outra vez|novamente)',
  about: 'sobre|acerca d[eao]s?|a respeito d[eao]s?|quanto a|de|do|da|dos|das|com',
  forbids: 'nunca|jamais|não|evita|evite|pare|para|deixe|sem|nenhum|nenhuma',
  condition: 'quando|se|sempre que|toda vez que|cada vez que|a menos que|salvo se',
  rules: 'regras|preferências|instruções|pedidos',
  material:
    'aqui (?:está|estão|vai|tens|tem)|seguinte|seguintes|traduz|traduza|resume|resuma|corrige|corrija|melhora|melhore|escreveu|escreve|disse|diz|mail|e-mail|carta|artigo|texto|documento|placa',
  frame:
    'eu tu você vocês ele ela nós eles elas me te se lhe mim meu minha meus minhas teu tua teus tuas seu sua seus suas o a os as um uma uns umas de do da dos das ao à em no na nos nas com sem por pelo pela para sobre entre até desde e ou mas se quando que quem qual como porque onde não nunca jamais sempre nada algo tudo todo toda todos todas cada vez mais menos já agora diante frente partir hoje também só apenas unicamente futuro é são era sou ser estar está tenho tem tens temos ter pode podes poderia quero queria gostaria gosto prefiro preferiria use usa utilize dê mostre mostra chame chama coloque faça faz pare deixe disse pedi falei esquece esqueça ignora ignore cancela regra pedido preferência instrução precisa precisas voltar novo outra favor obrigado antes depois chega preciso necessário',
  answer:
    'resposta respostas responde responda responder mensagem mensagens escreve escreva escrever fala fale falar textos',
  languages:
    'português|inglês|alemão|francês|espanhol|italiano|holandês|neerlandês|dinamarquês|sueco|polaco|polonês|checo|russo|turco|árabe|chinês|japonês|coreano|latim',
  values: {
    '@units': 'métrico|métric|métrica|imperial|imperiai|imperiais|unidade|unidad',
    '@currency': 'euro|dólar|libra|franco|eur|real|reai|dólare',
    '@length': 'curto|curta|breve|conciso|concisa|longo|longa|detalhado|detalhada|curtas|longas',
    '@tone': 'formal|informal|amigável|educado',
    '@number': 'um|dois|três|quatro|cinco|seis|sete|oito|nove|dez|onze|doze|meio-dia|meia-noite',
  },
  endings: 'ando|endo|amos|emos|ar|er|ir|as|es|os|am|em|a|e|o|s',
});
