import { join } from 'node:path';
import { defineConfig } from 'vite';

/** Where the built page is looked for, in a clone and in the package alike. */
export const STUDIO_OUTPUT = join(import.meta.dirname, '..', 'dist', 'studio');

/** The gateway of `threadline serve`, for work on the page with `vite studio`. */
const GATEWAY = 'http://127.0.0.1:8787';

export default defineConfig({
  root: import.meta.dirname,
  base: '/studio/',
  // Also where tests build it, whose environment is another.
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  oxc: { jsx: { runtime: 'automatic', development: false } },
  build: {
    outDir: STUDIO_OUTPUT,
    emptyOutDir: true,
    target: 'es2023',
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    // Directives of server components, which mean nothing to a bundle.
    rollupOptions: { onLog: (level, log, say) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && say(level, log) },
  },
  server: { proxy: { '/api': GATEWAY } },
});
