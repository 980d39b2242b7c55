import chromium from '@sparticuz/chromium';

console.log(await chromium.executablePath());
