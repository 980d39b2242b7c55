import { createRoot } from 'react-dom/client';
import type { ShownAgent } from '../../../trajectory/render/to-html.js';
import { LANGUAGE } from '../strings.js';
import './page.css';
import { TrajectoryGraph } from './trajectory-graph.js';

// The exported page's script. `toHtml` writes the data into the page.

document.documentElement.lang = LANGUAGE;
const root = document.getElementById('studio');
if (root === null) throw new Error('The page has no element for the trajectory');
const agents = JSON.parse(document.getElementById('data')?.textContent ?? '[]') as ShownAgent[];
createRoot(root).render(<TrajectoryGraph agents={agents} pageTitle={document.title} />);
