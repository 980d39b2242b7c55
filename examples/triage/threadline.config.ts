import { agent, categorizer, chat, defineConfig, defineFlow, merge, switchOn } from 'threadline';

const model = process.env.THREADLINE_MODEL || 'offline:demo';

const billing = `You answer questions about bills. Answer briefly, from what you know:
Invoices are sent on the first day of each month.
A refund takes five working days.`;
const technical = `You answer technical questions. Answer briefly, from what you know:
A password is reset under Settings, then Security.
The app needs Android 12 or iOS 16.`;

const triage = defineFlow({
  slug: 'triage',
  name: 'Triage',
  nodes: {
    chat: chat(),
    sort: categorizer({
      model,
      categories: [
        { name: 'billing', description: 'Invoices, payments, refunds, prices' },
        { name: 'technical', description: 'Errors, passwords, the app, anything else' },
      ],
      fallback: 'technical',
    }),
    route: switchOn({
      rules: [
        { field: 'sort.category', operator: 'equals', value: 'billing', route: 'billing' },
        { field: 'sort.category', operator: 'equals', value: 'technical', route: 'technical' },
      ],
    }),
    billing: agent({ model, system: billing }, 'Billing'),
    technical: agent({ model, system: technical }, 'Technical'),
    answered: merge(),
  },
  edges: [
    ['chat', 'sort'],
    ['sort', 'route'],
    ['route', 'billing', { route: 'billing' }],
    ['route', 'technical', { route: 'technical' }],
    ['billing', 'answered'],
    ['technical', 'answered'],
  ],
});

export default defineConfig({ flows: [triage] });
