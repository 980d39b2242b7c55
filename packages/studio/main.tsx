import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reloadOnOtherKey, takeOfferedKey } from './api/key.js';
import { applyAppearance } from './parts/appearance.js';
import { LANGUAGE } from './strings.js';
import { Studio } from './studio.js';
import './styles/studio.css';

applyAppearance();
reloadOnOtherKey();
document.documentElement.lang = LANGUAGE;
const offered = takeOfferedKey();
const root = document.getElementById('studio');
if (root === null) throw new Error('The page has no element for the studio');
createRoot(root).render(
  <StrictMode>
    <Studio offered={offered} />
  </StrictMode>,
);
