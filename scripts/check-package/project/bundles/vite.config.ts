export default {
  build: { ssr: 'bundles/server.mts', outDir: 'bundles/out/vite', emptyOutDir: true },
  ssr: { noExternal: true, target: 'node' },
};
