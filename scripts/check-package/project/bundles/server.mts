import { connect } from 'threadline';
import { createGateway, serveGateway, singleKey } from 'threadline/server';

const gateway = createGateway({
  client: () => connect(),
  authenticate: singleKey({ key: 'key of ada', user: 'ada' }),
});
void serveGateway(gateway, { host: '127.0.0.1', port: 0 }).then(({ url }) => console.log(url));
