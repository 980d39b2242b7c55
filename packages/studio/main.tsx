import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { takeOfferedKey } from './api/key.js';
import { Studio } from './studio.js';
import './styles/base.css';
import './styles/chat.css';
import './styles/why.css';
import './styles/health.css';
import './styles/work.css';
import './styles/flows.css';

const offered = takeOfferedKey();
const root = document.getElementById('studio');
if (root === null) throw new Error('The page has no element for the studio');
createRoot(root).render(
  <StrictMode>
    <Studio offered={offered} />
  </StrictMode>,
);
