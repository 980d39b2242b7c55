import tailwind from '@tailwindcss/vite';
import { join } from 'node:path';
import { defineConfig } from 'vite';

export const STUDIO_OUTPUT = join(import.meta.dirname, '..', '..', 'dist', 'studio');

const GATEWAY = 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  plugins: [tailwind()],
  // Tests build in another environment, with packages' larger development code.
  resolve: {
    conditions: ['module', 'browser', 'production'],
    alias: { '@ungap/structured-clone': join(import.meta.dirname, 'parts', 'structured-clone.ts') },
  },
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    outDir: STUDIO_OUTPUT,
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    // A bundle ignores directives for server components, so hide their warnings.
    rolldownOptions: {
      onLog: (level, log, say) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && say(level, log),
      output: {
        codeSplitting: {
          groups: [
            // Waits for another language's strings, so nothing may share its chunk.
            { name: 'strings', test: /studio\/strings\.(?:en\.)?ts$/, priority: 2 },
            // Two chunks compress better than sixty. Releases rarely change the libraries.
            { name: 'libraries', tags: ['$initial'], test: /\/node_modules\//, priority: 1 },
            { name: 'first', tags: ['$initial'] },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': GATEWAY } },
});
