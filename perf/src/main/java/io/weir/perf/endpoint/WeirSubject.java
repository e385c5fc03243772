package io.weir.perf.endpoint;

import io.weir.engine.loop.Loop;
import io.weir.engine.loop.Loops;
import io.weir.engine.store.Durability;
import io.weir.perf.DataSet;
import io.weir.perf.LoadedEngine;
import io.weir.server.Backend;
import io.weir.server.WeirServer;
import io.weir.server.auth.Account;
import io.weir.server.auth.Accounts;
import io.weir.server.http.ServerOptions;
import io.weir.server.loop.NettyLoops;
import io.weir.server.metrics.ServerMetrics;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Weir's endpoint over a loaded engine, both on the same loops: one for each core. */
record WeirSubject(NettyLoops loops, LoadedEngine engine, WeirServer server) implements Subject {

  private static final Duration CLOSING = Duration.ofSeconds(5);

  static WeirSubject start(DataSet data, Durability durability) throws IOException {
    var loops = NettyLoops.start(Runtime.getRuntime().availableProcessors());
    var lent = new Loops(List.<Loop>copyOf(loops.all()));
    var engine = LoadedEngine.open(data, durability, lent);
    var tables = engine.tables();
    var settings = engine.settings();
    var server = WeirServer.start(
        ServerOptions.builder().port(0).build(),
        loops,
        Accounts.of(Account.development()),
        new Backend(account -> tables, account -> settings, engine::acceptsWrites),
        ServerMetrics.create());
    return new WeirSubject(loops, engine, server);
  }

  @Override
  public int port() {
    return server.address().getPort();
  }

  @Override
  public void close() throws IOException {
    server.closeLater(CLOSING).block();
    engine.close();
    loops.close();
  }
}
