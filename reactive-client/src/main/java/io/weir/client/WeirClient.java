package io.weir.client;

import io.weir.api.BulkByUnits;
import io.weir.api.Page;
import io.weir.api.Query;
import io.weir.api.StreamItem;
import io.weir.api.TableName;
import io.weir.api.TableService;
import io.weir.api.entity.Entity;
import io.weir.api.entity.EntityKey;
import io.weir.api.entity.Selection;
import io.weir.api.error.ErrorCode;
import io.weir.api.error.TableServiceException;
import io.weir.api.filter.Filter;
import io.weir.api.write.Batch;
import io.weir.api.write.BulkLine;
import io.weir.api.write.BulkResult;
import io.weir.api.write.Write;
import io.weir.api.write.WriteResult;
import io.weir.client.bulk.BulkWrites;
import io.weir.client.call.Calls;
import io.weir.client.call.Failures;
import io.weir.client.call.RetryPolicy;
import io.weir.client.dialect.DialectProbe;
import io.weir.client.dialect.Dialects;
import io.weir.client.dialect.ResumingStream;
import io.weir.client.frame.StreamingRequests;
import io.weir.client.options.UnknownWrites;
import io.weir.client.pipeline.Pipelining;
import io.weir.client.resolution.BatchResolution;
import io.weir.client.resolution.Resolution;
import io.weir.client.resolution.Verdict;
import io.weir.client.resolution.WriteResolution;
import io.weir.client.transport.Transport;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/**
 * The tables of an account at the other end of HTTP.
 *
 * <pre>{@code
 * try (var weir = WeirClient.builder()
 *     .endpoint("http://127.0.0.1:10002/devstoreaccount1")
 *     .connect()) {
 *   weir.query(new TableName("People"), Query.ALL.where("Age gt 30"))
 *       .doOnNext(person -> ...)
 * }
 * }</pre>
 *
 * <p>Reads are sent again when the connection fails, and streams go on where they were: see {@link io.weir.client.options.RetryOptions}. Writes
 * are sent again when they are known not to have been carried out; {@link UnknownWrites} says what is done about the others. A write
 * that fails with {@link io.weir.api.error.ServiceFailedException} says {@code outcome=notSent} or {@code outcome=unknown} in its
 * facts; in the latter case read before repeating it.
 *
 * <p>A bulk write whose connection breaks ends with a failure that names the lines of which nobody knows: {@code answered=12
 * unknown=12..74}. With {@link UnknownWrites#REPEAT} it goes on instead: what became of these lines is found out, as of single
 * writes, and the next ones are sent over another connection.
 *
 * <p>Demand reaches the service: a subscriber that requests nothing stops the scan. What is on its way then is bounded by {@link
 * io.weir.client.options.PoolOptions#streamWindowBytes} and less than half a MiB of the transport's.
 *
 * <p>A service that does not know the streaming dialect is spoken to in the standard one, where {@link DialectChoice} allows it: all
 * operations are the same, but for what {@link io.weir.client.rest} says.
 *
 * <p>Every request is an observation where a registry is given ({@link ClientOptions.Builder#observations}): {@code
 * weir.client.request}, with {@code operation} and {@code outcome}, under the parent that the Reactor Context names. {@link
 * RequestContext} is what else it takes from there.
 *
 * <p>Any thread. Signals run on the loop of a connection, {@code weir-client-*}, and must not block it; timeouts come from
 * Reactor's parallel scheduler. Cancelling a read or a stream tells the service to stop.
 */
public final class WeirClient implements TableService, AutoCloseable {

  /** Most writes and batches of a bulk write that are under way at a time where the dialect has none of its own. */
  private static final int BULK_WIDTH = 16;

  private final Transport transport;
  private final Mono<Boolean> streaming;
  private final Pipelining pipelining;
  private final Calls calls;
  private final RetryPolicy retries;
  private final UnknownWrites policy;
  private final BulkWrites uploads;
  private final ResumingStream streams;
  private final Mono<Void> closing;

  private WeirClient(ClientOptions options) {
    var endpoint = options.endpoint();
    var requests = new StreamingRequests(endpoint.path());
    this.transport = Transport.of(
        endpoint,
        options.credential(),
        options.pool(),
        options.silenceTimeout(),
        Clock.systemUTC());
    this.streaming = switch (options.dialect()) {
      case STREAMING -> Mono.just(true);
      case REST -> Mono.just(false);
      case AUTO -> DialectProbe.of(transport, endpoint.path());
    };
    this.pipelining = new Pipelining(options.pipelining(), options.pool(), requests);
    var dialects = new Dialects(streaming, transport, endpoint, requests, pipelining);
    this.retries = RetryPolicy.of(options.retries());
    this.policy = options.retries().unknownWrites();
    this.calls =
        new Calls(dialects, retries, options.deadline(), options.hedging(), options.observations());
    this.uploads = new BulkWrites(transport, requests, calls, retries, policy);
    this.streams = new ResumingStream(dialects, retries);
    this.closing = Mono.defer(() -> closed(options.closeGrace())).cache();
  }

  /** Begins with every default; {@link ClientOptions.Builder#connect} ends it. */
  public static ClientOptions.Builder builder() {
    return ClientOptions.builder();
  }

  /** A client of its own connections and loops. Nothing is connected before the first request. */
  public static WeirClient of(ClientOptions options) {
    return new WeirClient(options);
  }

  @Override
  public Mono<Void> createTable(TableName table) {
    return calls
        .write("CreateTable", tables -> tables.createTable(table).thenReturn(true), creation(table))
        .then();
  }

  @Override
  public Mono<Void> deleteTable(TableName table) {
    return calls
        .write("DeleteTable", tables -> tables.deleteTable(table).thenReturn(true), removal())
        .then();
  }

  @Override
  public Mono<TableName> table(TableName table) {
    return calls
        .read("GetTable", tables -> tables.table(table))
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<Page<TableName>> tables(Query query) {
    return calls.read("QueryTables", tables -> tables.tables(query));
  }

  @Override
  public Mono<Entity> get(TableName table, EntityKey key, Selection selection) {
    return calls
        .read("GetEntity", tables -> tables.get(table, key, selection))
        .onErrorResume(WeirClient::isAbsent, absent -> Mono.empty());
  }

  @Override
  public Mono<WriteResult> write(TableName table, Write write) {
    return calls.write(
        "WriteEntity", tables -> tables.write(table, write), resolutions(table).of(write));
  }

  @Override
  public Mono<List<WriteResult>> submit(TableName table, Batch batch) {
    return calls.write(
        "Batch",
        tables -> tables.submit(table, batch),
        BatchResolution.of(batch, policy, resolutions(table)));
  }

  @Override
  public Flux<BulkResult> bulk(TableName table, Publisher<? extends BulkLine> lines) {
    return RetryPolicy.retry(streaming, retries.ofRead())
        .onErrorMap(Failures::translated)
        .flatMapMany(isStreaming -> isStreaming
            ? uploads.write(this, table, lines)
            : BulkByUnits.of(this, table, lines, BULK_WIDTH));
  }

  @Override
  public Mono<Void> deleteRange(TableName table, Filter keys) {
    return calls
        .write("DeleteRange", tables -> tables.deleteRange(table, keys).thenReturn(true), removal())
        .then();
  }

  @Override
  public Mono<Page<Entity>> page(TableName table, Query query) {
    return calls.read("QueryEntities", tables -> tables.page(table, query));
  }

  @Override
  public Flux<StreamItem> stream(TableName table, Query query) {
    return calls.stream("StreamEntities", call -> streams.open(table, query, call));
  }

  /** What was done so far. */
  public ClientStatistics statistics() {
    return new ClientStatistics(calls.underWay(), transport.attempts(), calls.hedges());
  }

  /** Cuts all connections, and with them every request under way. Does not wait. */
  @Override
  public void close() {
    transport.close();
  }

  /**
   * Lets no request begin any more, gives those under way {@link ClientOptions#closeGrace}, then cuts what is left; completes when
   * connections and loops are gone. A request that comes too late fails with {@code client=closed}.
   *
   * <p>A client is closed once, by the first subscription; the others wait for the same. Cancelling only stops waiting.
   */
  public Mono<Void> closeLater() {
    return closing;
  }

  private Mono<Void> closed(Duration grace) {
    return calls
        .close()
        .doOnSuccess(ended -> pipelining.close())
        .timeout(grace, Mono.empty())
        .then(transport.closeLater());
  }

  private WriteResolution resolutions(TableName table) {
    return new WriteResolution(policy, key -> get(table, key));
  }

  private Resolution<Boolean> creation(TableName table) {
    return policy == UnknownWrites.FAIL
        ? Resolution.none()
        : (sentAfter, refusal) -> table(table)
            .map(there -> Verdict.<Boolean>unknown("stored=tableOfThatName"))
            .defaultIfEmpty(Verdict.repeatable());
  }

  private Resolution<Boolean> removal() {
    return policy == UnknownWrites.REPEAT
        ? Resolution.removing(Verdict.done(true))
        : Resolution.none();
  }

  private static boolean isAbsent(Throwable failure) {
    return failure instanceof TableServiceException refusal
        && refusal.code() == ErrorCode.RESOURCE_NOT_FOUND;
  }
}
