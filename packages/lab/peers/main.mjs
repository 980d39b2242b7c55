/** Runs one peer in a process for the bench to kill: `node main.mjs '{"peer":"./langgraph.mjs", …}'`. */
const { peer, isBuild, ...settings } = JSON.parse(process.argv[2]);
const { build, start } = await import(peer);
if (isBuild) {
  await build?.(settings);
  process.exit(0);
}
const ask = await start(settings);
process.on('message', ({ id, ...message }) => {
  ask({ id, ...message }).then(
    (answer) => process.send({ id, answer }),
    (error) => process.send({ id, error: String(error) }),
  );
});
process.on('disconnect', () => process.exit(0));
process.send('ready');
