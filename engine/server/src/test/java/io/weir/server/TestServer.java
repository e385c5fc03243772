package io.weir.server;

import io.weir.api.AccountName;
import io.weir.api.TableService;
import io.weir.api.search.SearchService;
import io.weir.engine.Engine;
import io.weir.server.auth.Account;
import io.weir.server.auth.AccountRegistry;
import io.weir.server.http.ServerOptions;
import io.weir.server.json.StatusDocument;
import io.weir.server.loop.NettyLoops;
import io.weir.server.operator.Readiness;
import io.weir.server.operator.ServerMetrics;
import io.weir.server.operator.ServiceStatus;
import io.weir.server.operator.StoreShards;
import io.weir.server.operator.TableAdvice;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A server for any tables, on its own loops and a free port. As an extension, it closes after the
 * tests of a class.
 */
public final class TestServer implements AfterAllCallback, AutoCloseable {

  private final NettyLoops loops;
  private final WeirServer server;
  private final String scheme;

  private TestServer(NettyLoops loops, WeirServer server, boolean encrypted) {
    this.loops = loops;
    this.server = server;
    this.scheme = encrypted ? "https://" : "http://";
  }

  /** Serves the development account with these tables. */
  public static TestServer over(TableService tables) {
    return over(tables, () -> true, options());
  }

  /** Serves every account of an engine that the test opened, and its settings. */
  public static TestServer over(Engine engine) {
    return over(engine, operatedBy(AccountName.DEVELOPMENT));
  }

  /** Serves every account of an engine that the test opened, with these options. */
  public static TestServer over(Engine engine, ServerOptions options) {
    return over(backend(engine), options);
  }

  /** Returns options of a service with this operator. */
  public static ServerOptions operatedBy(AccountName operator) {
    var status = new StatusDocument(Instant.EPOCH, List.of(), List.of(), List.of());
    return options().with(new ServiceStatus(operator, () -> status));
  }

  /** Serves every account of an engine that the test opened, with full-text search. */
  public static TestServer over(Engine engine, Function<AccountName, SearchService> searches) {
    return over(backend(engine).withSearches(searches), options());
  }

  private static Backend backend(Engine engine) {
    return new Backend(
            engine::account,
            engine::outbox,
            engine::settings,
            Readiness.of(engine::acceptsWrites),
            (name, keep) -> {
              throw new AssertionError("no backups");
            },
            TableAdvice.of(engine))
        .withShards(StoreShards.of(engine));
  }

  public static TestServer over(
      TableService tables, BooleanSupplier takesWrites, ServerOptions options) {
    var settings = new ModelSettings();
    return over(
        new Backend(account -> tables, account -> settings, Readiness.of(takesWrites)), options);
  }

  /** Serves the development account of a backend. */
  public static TestServer over(Backend backend, ServerOptions options) {
    var loops = NettyLoops.start(2);
    return new TestServer(
        loops,
        WeirServer.start(
            options,
            loops,
            AccountRegistry.of(Account.development()),
            backend,
            ServerMetrics.create()),
        options.tls().isPresent());
  }

  private static ServerOptions options() {
    return ServerOptions.builder().port(0).build();
  }

  public int port() {
    return server.address().getPort();
  }

  /** Returns the address of the development account, without a trailing slash. */
  public String accountUrl() {
    return scheme + "127.0.0.1:" + port() + "/" + AccountName.DEVELOPMENT;
  }

  public URI uri(String pathAndQuery) {
    return URI.create(scheme + "127.0.0.1:" + port() + pathAndQuery);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    close();
  }

  /**
   * Begins to close. When this returns, pipelines have been told to end; the result completes when
   * the server has closed.
   */
  public CompletableFuture<Void> beginClosing() {
    return server.closeLater(Duration.ofSeconds(5)).toFuture();
  }

  @Override
  public void close() {
    server.closeLater(Duration.ofSeconds(5)).block();
    loops.close();
  }
}
